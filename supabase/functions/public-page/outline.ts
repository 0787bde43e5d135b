/** The headings of a page as a list of links: beside the text where there is room, above it behind a button elsewhere. */
import { escapeText } from './html.ts';

const FEWEST = 2;

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** @returns the items of a list */
export function headingItems(headings: readonly Heading[]): string {
  // There may be more than a call takes parameters.
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  return headings
    .map(
      ({ level, id, text }) =>
        `<li class="depth-${Math.min(level - top, 3)}"><a href="#${escapeText(id)}">${escapeText(text || 'Heading')}</a></li>`,
    )
    .join('\n');
}

/** @returns both; only one of them is ever shown */
export function outlineOf(headings: readonly Heading[]): { readonly above: string; readonly beside: string } {
  if (headings.length < FEWEST) return { above: '', beside: '' };
  const list = `<ul>\n${headingItems(headings)}\n</ul>`;
  return {
    above: `<details class="outline-above"><summary>On this page</summary>\n<nav aria-label="On this page">${list}</nav></details>\n`,
    beside: `<nav class="outline" aria-label="On this page">\n<p>On this page</p>\n${list}\n</nav>\n`,
  };
}
