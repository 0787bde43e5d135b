/** The workspace's pages as trees: who is under whom, in order. Built from the flat list that the server answers. */

export interface TreePage {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly order_index: number;
  readonly created_at: string;
  readonly visibility: string;
  readonly notion_page_id: string | null;
}

export interface PageForest {
  readonly pages: ReadonlyMap<string, TreePage>;
  /** The pages under one, in order; null asks for the roots. */
  childrenOf(id: string | null): readonly TreePage[];
  /** From the root down to the page's parent. */
  ancestorsOf(id: string): readonly TreePage[];
  /** Everything under the page, itself left out. */
  descendantsOf(id: string): ReadonlySet<string>;
}

const NONE: readonly TreePage[] = [];

export function buildForest(list: readonly TreePage[]): PageForest {
  const pages = new Map(list.map((page) => [page.id, page]));
  // A page whose parent this person may not see stands at the root, so that it can be reached.
  const parentOf = (page: TreePage) =>
    page.parent_id !== null && pages.has(page.parent_id) ? page.parent_id : null;
  const children = Map.groupBy(list.toSorted(inOrder), parentOf);
  const childrenOf = (id: string | null) => children.get(id) ?? NONE;

  const ancestorsOf = (id: string): TreePage[] => {
    const page = pages.get(id);
    const parent = page?.parent_id ? pages.get(page.parent_id) : undefined;
    return parent ? [...ancestorsOf(parent.id), parent] : [];
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
  return { pages, childrenOf, ancestorsOf, descendantsOf };
}

/** Equal places (two people added a page at once) are settled the same way for everyone. */
function inOrder(a: TreePage, b: TreePage): number {
  return (
    a.order_index - b.order_index ||
    Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at) ||
    Number(a.id > b.id) - Number(a.id < b.id)
  );
}
