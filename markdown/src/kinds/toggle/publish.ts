/** A toggle as HTML, written anew, so that nothing of the text becomes markup. */
import type { Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { Toggle } from '../../tree/nodes.ts';

export function printToggle(toggle: Toggle, press: Printing): string {
  const { isOpen, title, text } = toggle;
  const inside = text === '' ? '' : `<p>${escapeHtml(text)}</p>\n`;
  return press.directed(
    toggle,
    (dir) =>
      `<details${dir}${isOpen ? ' open' : ''}>\n<summary>${escapeHtml(title)}</summary>\n${inside}${press.blocks(toggle.children)}</details>\n`,
  );
}
