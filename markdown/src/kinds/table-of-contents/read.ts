/** The list of a page's headings in the reading view. */
import { type Content, element } from '../../read/elements.ts';
import type { TableOfContents } from '../../tree/nodes.ts';

export function readContents(block: TableOfContents): Content[] {
  return [element('nav', {}, [], block)];
}
