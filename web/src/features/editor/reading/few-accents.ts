/** A page that is read draws a few accents on each letter (markdown/accents.ts). */
import type { Nodes, Root } from 'hast';
import { MANY_ACCENTS, withFewAccents } from '../../../../../markdown/src/text/accents.ts';

/** A plugin for rehype. @param markdown what the tree was read from */
export function fewAccents(markdown: string) {
  const visit = (node: Nodes): void => {
    if (node.type === 'text' || node.type === 'raw') node.value = withFewAccents(node.value);
    if (node.type === 'element' && typeof node.properties.alt === 'string')
      node.properties.alt = withFewAccents(node.properties.alt);
    if ('children' in node) node.children.forEach(visit);
  };
  return () => (root: Root) => {
    if (markdown.search(MANY_ACCENTS) !== -1) visit(root);
  };
}
