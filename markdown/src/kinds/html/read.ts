/** HTML in a page, in the reading view: tags are shown as the text they are. */
import { type Content, words } from '../../read/elements.ts';
import type { Html } from '../../tree/nodes.ts';

export function readHtml({ value }: Html): Content[] {
  return [words(value)];
}
