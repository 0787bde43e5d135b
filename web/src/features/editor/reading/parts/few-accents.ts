/** A page that is read draws a few accents on each letter (markdown/src/text/accents.ts). */
import type { Content, Root } from '../../../../../../markdown/src/read/elements.ts';
import { MANY_ACCENTS, withFewAccents } from '../../../../../../markdown/src/text/accents.ts';

/** @param markdown what the tree was read from */
export function fewAccents(root: Root, markdown: string): void {
  if (markdown.search(MANY_ACCENTS) !== -1) visit(root);
}

function visit(node: Root | Content): void {
  if (node.type === 'text') {
    node.value = withFewAccents(node.value);
    return;
  }
  if (node.type === 'element' && typeof node.properties.alt === 'string')
    node.properties.alt = withFewAccents(node.properties.alt);
  node.children.forEach(visit);
}
