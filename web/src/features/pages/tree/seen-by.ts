/** Who sees a page, by what it says itself and by the pages above it. */
import type { Visibility } from '../../sharing/visibility.ts';
import type { PageForest, TreePage } from './page-forest.ts';

// As far as the database goes up (private.open_pages).
const MOST_LEVELS = 100;

export interface SeenBy {
  readonly visibility: Visibility;
  /** The page above that decides; undefined where the page does itself. */
  readonly because: TreePage | undefined;
}

/** @param sharing the public pages that share their subpages */
export function seenBy(forest: PageForest, sharing: ReadonlySet<string>, page: TreePage): SeenBy {
  const above = forest.ancestorsOf(page.id);
  if (page.visibility === 'private') return { visibility: 'private', because: undefined };
  const hiding = above.findLast(({ visibility }) => visibility === 'private');
  if (hiding) return { visibility: 'private', because: hiding };
  if (page.visibility === 'public') return { visibility: 'public', because: undefined };
  const because = above
    .slice(-MOST_LEVELS)
    .findLast(({ id, visibility }) => visibility === 'public' && sharing.has(id));
  return { visibility: because ? 'public' : 'workspace', because };
}

/** @returns how many pages under this one are public once it shares its subpages */
export function countShared(forest: PageForest, pageId: string): number {
  let count = 0;
  const waiting = [...forest.childrenOf(pageId)];
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    if (page.visibility === 'private') continue;
    count++;
    waiting.push(...forest.childrenOf(page.id));
  }
  return count;
}
