/** The headings of a page as a list of links: beside the text where there is room, above it, under a button, elsewhere. */
import { printHeadings } from '../../../../markdown/src/kinds/table-of-contents/publish.ts';
import type { HeadingEntry } from '../../../../markdown/src/publish/printing.ts';

const FEWEST = 2;

/** @returns both; only one of them is ever shown */
export function outlineOf(headings: readonly HeadingEntry[]): {
  readonly above: string;
  readonly beside: string;
} {
  if (headings.length < FEWEST) return { above: '', beside: '' };
  const list = `<ul>\n${printHeadings(headings)}\n</ul>`;
  return {
    above: `<details class="outline-above"><summary>On this page</summary>\n<nav aria-label="On this page">${list}</nav></details>\n`,
    beside: `<nav class="outline" aria-label="On this page">\n<p>On this page</p>\n${list}\n</nav>\n`,
  };
}
