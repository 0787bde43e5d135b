/** A list of the page's headings as it is read. */
import { createContext, type MouseEvent, useContext, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { showReadHeading } from '../../drawing/show-heading.ts';
import type { Heading } from '../../outline/read-outline.ts';

/** All headings of the page. */
export const PageHeadings = createContext<readonly Heading[]>([]);

export const draw: readonly KindDrawer[] = [
  {
    name: 'nav',
    draw: ({ node }) => <TableOfContents index={Number(node.properties['data-index'] ?? 0)} />,
  },
];

// All lists of a page together have so many lines, of three elements each.
const MOST_LINES = 2000;

/** @param index among the lists of the page */
function TableOfContents({ index: number }: { readonly index: number }) {
  const headings = useContext(PageHeadings);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? headings : headings.slice(0, Math.max(MOST_LINES - number * headings.length, 0));
  const left = headings.length - shown.length;
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  const show = (event: MouseEvent, index: number) => {
    const view = event.currentTarget.closest('.reading-view');
    if (view) showReadHeading(view, index);
  };
  return (
    <nav className="page-contents" aria-label="Table of contents">
      {headings.length === 0 && <p>This page has no headings yet.</p>}
      <ul>
        {shown.map(({ from, level, text }, index) => (
          <li key={from} dir="auto" data-depth={Math.min(level - top, 3)}>
            <button type="button" onClick={(event) => show(event, index)}>
              {text || 'Heading'}
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && shown.length === 0 && <p>The headings are listed further up.</p>}
      {left > 0 && shown.length > 0 && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {`Show ${left} more headings`}
        </Button>
      )}
    </nav>
  );
}
