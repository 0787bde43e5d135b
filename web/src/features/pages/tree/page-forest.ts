/** The workspace's pages as trees, in order. Built from the flat list that the server answers. */

import type { PageLook } from '../../../lib/page/page-look.ts';

export interface TreePage {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly order_index: number;
  readonly created_at: string;
  readonly visibility: string;
  readonly notion_page_id: string | null;
  /** Null for a page that looks as usual; left out by what an earlier version kept on this device. */
  readonly look?: PageLook | null;
  /** Shown before the server has it. */
  readonly isPending?: boolean;
}

export interface PageForest {
  readonly pages: ReadonlyMap<string, TreePage>;
  /** The pages under one, in order; null asks for the roots. */
  childrenOf(id: string | null): readonly TreePage[];
  /** The page above, as the tree shows it; null at the root. */
  parentOf(id: string): string | null;
  /** From the root down to the page's parent. */
  ancestorsOf(id: string): readonly TreePage[];
  /** Everything under the page, itself left out. */
  descendantsOf(id: string): ReadonlySet<string>;
}

const NONE: readonly TreePage[] = [];

const built = new WeakMap<readonly TreePage[], PageForest>();

/** Everyone who asks about the same list gets the same forest: it is built once for all of them. */
export function buildForest(list: readonly TreePage[]): PageForest {
  const known = built.get(list);
  if (known) return known;
  const forest = plantForest(list);
  built.set(list, forest);
  return forest;
}

function plantForest(list: readonly TreePage[]): PageForest {
  const pages = new Map(list.map((page) => [page.id, page]));
  // A page whose parent this person may not see stands at the root, so that it can be reached.
  const parentOf = (id: string) => {
    const parentId = pages.get(id)?.parent_id ?? null;
    return parentId !== null && pages.has(parentId) ? parentId : null;
  };
  const children = Map.groupBy(list.toSorted(inOrder), ({ id }) => parentOf(id));
  const childrenOf = (id: string | null) => children.get(id) ?? NONE;

  const ancestorsOf = (id: string): TreePage[] => {
    const line: TreePage[] = [];
    for (let above = parentOf(id); above !== null; above = parentOf(above)) {
      const page = pages.get(above);
      if (page) line.unshift(page);
    }
    return line;
  };
  const descendantsOf = (id: string) => {
    const found = new Set<string>();
    const waiting = [...childrenOf(id)];
    for (let page = waiting.pop(); page; page = waiting.pop()) {
      found.add(page.id);
      waiting.push(...childrenOf(page.id));
    }
    return found;
  };
  return { pages, childrenOf, parentOf, ancestorsOf, descendantsOf };
}

/** Equal places (two people added a page at once) are settled the same way for everyone. */
function inOrder(a: TreePage, b: TreePage): number {
  return (
    a.order_index - b.order_index ||
    Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at) ||
    Number(a.id > b.id) - Number(a.id < b.id)
  );
}
