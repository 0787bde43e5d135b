/** The list of a page's headings as HTML. */
import type { HeadingEntry, Printers, Printing } from '../../publish/printing.ts';
import { directionOf } from '../../text/direction.ts';
import { escapeText } from '../../text/escape-html.ts';

export const publish: Pick<Printers, 'tableOfContents'> = {
  tableOfContents: { print: (_block, press) => printContents(press) },
};

function printContents(press: Printing): string {
  press.contents ??= `<ul>\n${printHeadings(press.survey.headings)}\n</ul>`;
  press.budget.print(0, 2 * press.survey.headings.length);
  return `<nav class="contents" aria-label="Table of contents">\n${press.contents}</nav>\n`;
}

/** @returns the items of a list of links */
export function printHeadings(headings: readonly HeadingEntry[]): string {
  // There may be more than a call takes parameters.
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  return headings
    .map(
      ({ level, id, text }) =>
        `<li${directionOf(text) === 'rtl' ? ' dir="rtl"' : ''} class="depth-${Math.min(level - top, 3)}"><a href="#${escapeText(id)}">${escapeText(text || 'Heading')}</a></li>`,
    )
    .join('\n');
}
