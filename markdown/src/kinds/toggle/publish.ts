/** A toggle as HTML, written anew, so that nothing of the text becomes markup. */
import type { Printers, Printing } from '../../publish/printing.ts';
import { wordsOfLine } from '../../text/direction.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { Toggle } from './node.ts';

export const publish: Pick<Printers, 'toggle'> = {
  toggle: {
    print: printToggle,
    directedBy: ({ title, text, children }) => [wordsOfLine(title), text, ...children],
    hasPageHeadings: true,
    hasRoomBelow: true,
  },
};

/** Written anew, so that nothing of the text becomes markup. */
function printToggle(toggle: Toggle, press: Printing): string {
  const { isOpen, title, text } = toggle;
  const inside = text === '' ? '' : `<p>${escapeHtml(text)}</p>\n`;
  return press.directed(
    toggle,
    (dir) =>
      `<details${dir}${isOpen ? ' open' : ''}>\n<summary>${escapeHtml(title)}</summary>\n${inside}${press.blocks(toggle.children)}</details>\n`,
  );
}
