/** In a page's settings: other pages that have the same Notion page. */
import { Notice } from '../../../ui/notice.tsx';
import type { TreePage } from '../state/page-forest.ts';

export function LinkedTwiceNotice({ others: [first, ...more] }: { readonly others: readonly TreePage[] }) {
  if (!first) return null;
  return (
    <Notice kind="warning">
      <p className="wrap-anywhere">
        “{first.name || 'Untitled'}”
        {more.length > 0 && ` and ${more.length} more ${more.length === 1 ? 'page' : 'pages'}`} already{' '}
        {more.length > 0 ? 'have' : 'has'} this Notion page. Only one page can send changes to it: choose
        “Bring from Notion” for the others.
      </p>
    </Notice>
  );
}
