/** A page that is being read: its text, and what is said in one place of it and meant in another. */
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { addressOf, decode } from '../text/decode.ts';
import { linkKey } from '../text/link-key.ts';
import type { Budget } from './budget.ts';
import type { Block, Inline, Paragraph } from './nodes.ts';
import type { Visitor } from './walk.ts';

export interface Definition {
  readonly url: string;
  readonly title: string;
}

export interface Reading {
  readonly budget: Budget;
  readonly read: (from: number, to: number) => string;
  /** The addresses of links by name. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The parser's nodes of footnotes, by their names in upper case. */
  readonly footnotes: ReadonlyMap<string, SyntaxNode>;
}

// No block stands in these.
const WITHOUT_BLOCKS = /^(?:Paragraph|Task|Table|(?:ATX|Setext)Heading\d|FencedCode|CodeBlock)$/;

/** Finds what a page defines. */
export class Definitions implements Visitor {
  readonly definitions = new Map<string, Definition>();
  readonly footnotes = new Map<string, SyntaxNode>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  enter(node: SyntaxNodeRef): boolean {
    const { name } = node;
    if (name === 'LinkReference') this.#define(node.node);
    else if (name === 'FootnoteDefinition') this.#note(node.node);
    return !WITHOUT_BLOCKS.test(name);
  }

  readonly read = (from: number, to: number) => this.#text.slice(from, to);

  #define(node: SyntaxNode): void {
    const { read } = this;
    const [label, url, title] = [
      node.getChild('LinkLabel'),
      node.getChild('URL'),
      node.getChild('LinkTitle'),
    ];
    const key = label ? linkKey(read(label.from + 1, label.to - 1)) : '';
    if (url && !this.definitions.has(key))
      this.definitions.set(key, {
        url: addressOf(read(url.from, url.to)),
        title: title ? decode(read(title.from + 1, title.to - 1)) : '',
      });
  }

  #note(node: SyntaxNode): void {
    const label = node.getChild('FootnoteLabel');
    const key = label ? this.read(label.from, label.to).toUpperCase() : '';
    if (!this.footnotes.has(key)) this.footnotes.set(key, node);
  }
}

/** Reads blocks: those that have others in them ask for it. */
export interface Blocks {
  readonly page: Reading;
  inside(parent: SyntaxNode): Block[];
  /** The words of a block, without spaces at their end. */
  inlines(node: SyntaxNode, from?: number, to?: number, place?: InlinePlace): Inline[];
}

/** A cell has line breaks and bars of its own. */
export type InlinePlace = 'block' | 'cell';

/** Reads what stands in a block. */
export interface Inlines {
  readonly page: Reading;
  readonly place: InlinePlace;
  readonly isInLink: boolean;
  /** Reads the text between the first and the last mark of a node. */
  inside(node: SyntaxNode): Inline[];
  /** Reads the text between two places of a node. @param isLink whether it is the text of a link */
  between(node: SyntaxNode, from: number, to: number, isLink: boolean): Inline[];
}

/** @param range a part of it that is read; of most blocks all is read */
export type BlockMaker = (
  node: SyntaxNode,
  blocks: Blocks,
  range: { readonly from: number; readonly to: number },
) => Block | undefined;

export type InlineMaker = (node: SyntaxNode, inlines: Inlines) => readonly Inline[] | undefined;

/** How a kind makes its nodes of the parser's. It says undefined for what is none of it. */
export interface NodeMakers {
  /** By the parser's names. Kinds that share a name are asked in the order of the list. */
  readonly blocks?: Readonly<Record<string, BlockMaker>>;
  /** By the parser's names. */
  readonly inlines?: Readonly<Record<string, InlineMaker>>;
  /** Makes more of a paragraph among the page's own blocks. */
  readonly ofParagraph?: (paragraph: Paragraph, source: string) => Block | undefined;
  /** Puts siblings together that are one. */
  readonly fold?: (blocks: readonly Block[]) => Block[];
}
