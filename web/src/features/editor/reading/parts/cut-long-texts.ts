/** A text of a page that is read as long as a book, such as a word without a space or HTML, in pieces: a browser lays out those in sight. */
import { isLongText, piecesOf } from '../../../../../../markdown/src/kinds/long-text/pieces.ts';
import {
  type Content,
  type Element,
  element,
  type Root,
  words,
} from '../../../../../../markdown/src/read/elements.ts';

export function cutLongTexts(node: Root | Element): void {
  // Code is drawn by itself.
  if (node.type === 'element' && node.tagName === 'pre') return;
  for (const child of node.children) if (child.type === 'element') cutLongTexts(child);
  if (node.children.some(isLong)) node.children = node.children.flatMap(cut);
}

function isLong(node: Content): boolean {
  return node.type === 'text' && isLongText(node.value);
}

function cut(node: Content): Content[] {
  if (node.type !== 'text' || !isLong(node)) return [node];
  return piecesOf(node.value).map((piece) => element('span', { className: ['text-piece'] }, [words(piece)]));
}
