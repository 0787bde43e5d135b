/**
 * A page as the elements of which a reader's view is made: what React draws, and what two versions are compared by. Each knows where
 * it stands in the text, if it stands there at all.
 */
export interface Words {
  readonly type: 'text';
  value: string;
}

export interface Element {
  readonly type: 'element';
  readonly tagName: string;
  properties: Record<string, Value>;
  children: Content[];
  readonly from?: number;
  readonly to?: number;
}

export type Content = Element | Words;

export interface Root {
  readonly type: 'root';
  children: Content[];
}

/** A list is one of classes or ids, with spaces between them. */
export type Value = string | number | boolean | readonly string[] | undefined;

export function element(
  tagName: string,
  properties: Record<string, Value> = {},
  children: Content[] = [],
  place?: { readonly from: number; readonly to: number },
): Element {
  const made: Element = { type: 'element', tagName, properties, children };
  return place ? { ...made, from: place.from, to: place.to } : made;
}

export function words(value: string): Words {
  return { type: 'text', value };
}

/** Each of the blocks on a line of its own. @param isInside whether they stand in another, whose marks have lines of their own */
export function onLines(blocks: readonly Content[], isInside: boolean): Content[] {
  const lines: Content[] = isInside ? [words('\n')] : [];
  for (const [index, block] of blocks.entries()) {
    if (index > 0) lines.push(words('\n'));
    lines.push(block);
  }
  if (isInside && blocks.length > 0) lines.push(words('\n'));
  return lines;
}

export function isParagraph(node: Content | undefined): node is Element {
  return node?.type === 'element' && node.tagName === 'p';
}
