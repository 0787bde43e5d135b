/** A line that ends in the text ends when it is read, too: as it does while it is written, and in a mail. */
import type { Nodes, PhrasingContent, Root } from 'mdast';

export function keepLineEnds(node: Nodes | Root): void {
  if (!('children' in node)) return;
  node.children = node.children.flatMap((child): Nodes[] => {
    keepLineEnds(child);
    return child.type === 'text' && child.value.includes('\n') ? broken(child.value) : [child];
  }) as typeof node.children;
}

function broken(text: string): PhrasingContent[] {
  return text.split('\n').flatMap((value, index): PhrasingContent[] => {
    const line: PhrasingContent[] = value === '' ? [] : [{ type: 'text', value }];
    return index === 0 ? line : [{ type: 'break' }, ...line];
  });
}
