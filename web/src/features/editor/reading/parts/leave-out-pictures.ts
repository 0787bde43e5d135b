/** On paper, pictures are loaded all at once. So those beyond a thousand are left out, and their words say so. */

import type { ParsedPage } from '../../../../../../markdown/src/page/read-page.ts';
import type { Element, Root } from '../../../../../../markdown/src/read/elements.ts';

const MOST_PICTURES = 1000;
// Browsers make a document of each, and look at all of them between any two steps: a thousand keep a page busy for half a minute.
const MOST_DRAWINGS = 100;
const DRAWING = /\.svgz?(?:[?#]|$)/i;

interface Counts {
  pictures: number;
  drawings: number;
}

/** How many pictures the parts of a page have that were read until now: one after the other, each once. */
const counts = new WeakMap<ParsedPage, Counts>();

export function leaveOutPictures(root: Root, page: ParsedPage): void {
  const count = counts.get(page) ?? { pictures: 0, drawings: 0 };
  const look = (node: Root | Element): void => {
    for (const child of node.children) {
      if (child.type === 'text') continue;
      if (child.tagName === 'img' && isTooMany(child, count)) child.properties['data-left-out'] = '';
      look(child);
    }
  };
  look(root);
  counts.set(page, count);
}

function isTooMany({ properties }: Element, count: Counts): boolean {
  if (DRAWING.test(String(properties.src)) && ++count.drawings > MOST_DRAWINGS) return true;
  return ++count.pictures > MOST_PICTURES;
}
