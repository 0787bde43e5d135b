import { type Content, words } from '../../read/elements.ts';
import type { Html } from '../../tree/nodes.ts';

/** Tags are shown as the text they are. */
export function readHtml({ value }: Html): Content[] {
  return [words(value)];
}
