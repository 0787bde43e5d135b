/** In a page's settings: other pages that have the same Notion page. */
import { Notice } from '../../../../ui/notice.tsx';
import type { LinkablePage } from '../../integration.ts';

const MOST_NAMED = 3;

export function LinkedTwiceNotice({ others }: { readonly others: readonly LinkablePage[] }) {
  if (others.length === 0) return null;
  const left = others.length - MOST_NAMED;
  return (
    <Notice
      kind="warning"
      title={
        others.length === 1
          ? 'Another page has this Notion page'
          : `${others.length} other pages have this Notion page`
      }
    >
      <ul>
        {others.slice(0, MOST_NAMED).map(({ id, name }) => (
          <li key={id} className="truncate" title={name}>
            {name || 'Untitled'}
          </li>
        ))}
        {left > 0 && <li>and {left} more</li>}
      </ul>
      <p>Only one of them can send changes there: choose “Bring from Notion” for the others.</p>
    </Notice>
  );
}
