/**
 * A page as a tree of blocks and of what stands in them. The names are those of mdast; a node's place is that of Lezer: where it
 * begins and ends in the text. Nothing in it says how anything is shown. Paragraphs, headings and words are here; each kind
 * declares the nodes that it adds in its folder (`kinds/<kind>/node.ts`), so that this file names no kind.
 */
export interface Placed {
  readonly from: number;
  readonly to: number;
}

export interface Page {
  readonly children: readonly Block[];
  /** The footnotes' texts, by their names in upper case. */
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>;
}

/** By their types. */
export interface BlockNodes {
  readonly paragraph: Paragraph;
  readonly heading: Heading;
}

/** Parts of a block that are none themselves, as an item is of a list. By their types. */
export interface PartNodes {
  readonly footnoteDefinition: FootnoteDefinition;
}

/** By their types. */
export interface InlineNodes {
  readonly text: Text;
  readonly break: Break;
}

export type Block = BlockNodes[keyof BlockNodes];
export type Part = PartNodes[keyof PartNodes];
export type Inline = InlineNodes[keyof InlineNodes];

export interface Paragraph extends Placed {
  readonly type: 'paragraph';
  readonly children: readonly Inline[];
}

export interface Heading extends Placed {
  readonly type: 'heading';
  readonly depth: number;
  /** As it is written, without the marks that make it a heading. */
  readonly source: string;
  readonly children: readonly Inline[];
}

export interface FootnoteDefinition extends Placed {
  readonly type: 'footnoteDefinition';
  readonly children: readonly Block[];
}

/** A line ends in it as `\n`. */
export interface Text extends Placed {
  readonly type: 'text';
  readonly value: string;
}

export interface Break extends Placed {
  readonly type: 'break';
  readonly words: string;
}

/** @returns what a reader reads, without any format; a line ends as a space */
export function wordsOf(nodes: readonly Inline[]): string {
  return nodes.map(wordOf).join('');
}

/** The words that it stands for come first, then the nodes in it, then its value. */
function wordOf(node: Inline): string {
  if ('words' in node) return node.words;
  if ('children' in node) return wordsOf(node.children);
  return node.type === 'text' ? node.value.replaceAll('\n', ' ') : node.value;
}

/** @returns the nodes right in another: those of its title, if that is text with formats, and its children */
export function insideOf(node: Block | Part | Inline): readonly (Block | Part | Inline)[] {
  const children: readonly (Block | Part | Inline)[] = 'children' in node ? node.children : [];
  return 'title' in node && typeof node.title !== 'string' ? [...node.title, ...children] : children;
}
