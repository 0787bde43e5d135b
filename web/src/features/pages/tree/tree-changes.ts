/**
 * Applies changes to the list of pages before the server answers. Each may be applied to any list, and twice:
 * its page may have changed meanwhile, be gone, or be there already.
 */

import { DUPLICATE_SUFFIX } from '../../../lib/page/page-defaults.ts';
import { orderIndexAfter } from './order-index.ts';
import { buildForest, type TreePage } from './page-forest.ts';

type Pages = readonly TreePage[];

export function addPage(pages: Pages, page: TreePage): Pages {
  return pages.some(({ id }) => id === page.id) ? pages : [...pages, page];
}

/** @returns the same list when nothing of it changes */
export function changePage(pages: Pages, id: string, change: Partial<TreePage>): Pages {
  const fields = Object.entries(change);
  const isOther = (page: TreePage) =>
    page.id === id && fields.some(([field, value]) => page[field as keyof TreePage] !== value);
  return pages.some(isOther) ? pages.map((page) => (page.id === id ? { ...page, ...change } : page)) : pages;
}

export function movePage(
  pages: Pages,
  id: string,
  place: Pick<TreePage, 'parent_id'> & Partial<TreePage>,
): Pages {
  const { parent_id } = place;
  // Somebody else has put the new parent beneath it: the server will refuse the circle.
  const isCircle =
    parent_id !== null && (parent_id === id || buildForest(pages).descendantsOf(id).has(parent_id));
  return isCircle ? pages : changePage(pages, id, place);
}

/** Takes a page away with everything under it. */
export function removePage(pages: Pages, id: string): Pages {
  const gone = buildForest(pages).descendantsOf(id);
  return pages.filter((page) => page.id !== id && !gone.has(page.id));
}

/** Adds a copy beside it, which is shown until the server's answer. */
export function copyPage(pages: Pages, id: string, copyId: string): Pages {
  const forest = buildForest(pages);
  const page = forest.pages.get(id);
  if (!page) return pages;
  return addPage(pages, {
    ...page,
    id: copyId,
    name: `${page.name}${DUPLICATE_SUFFIX}`,
    order_index: orderIndexAfter(page, forest.childrenOf(forest.parentOf(id))),
    visibility: page.visibility === 'private' ? 'private' : 'workspace',
    notion_page_id: null,
    look: page.look ? { ...page.look, is_locked: false } : null,
    isPending: true,
  });
}
