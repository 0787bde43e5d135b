/** On paper, pictures are loaded all at once. So those beyond a thousand are left out, and their words say so. */

import type { ParsedPage } from '../../../../../../markdown/src/page/read-page.ts';
import type { Element, Root } from '../../../../../../markdown/src/read/elements.ts';

const MOST_PICTURES = 1000;

/** How many pictures the parts of a page have that were read until now: one after the other, each once. */
const counts = new WeakMap<ParsedPage, number>();

export function leaveOutPictures(root: Root, page: ParsedPage): void {
  let count = counts.get(page) ?? 0;
  const look = (node: Root | Element): void => {
    for (const child of node.children) {
      if (child.type === 'text') continue;
      if (child.tagName === 'img' && ++count > MOST_PICTURES) child.properties['data-left-out'] = '';
      look(child);
    }
  };
  look(root);
  counts.set(page, count);
}
