/** A page whose elements are being made, as the readers of kinds know it. */
import type { Budget } from '../tree/budget.ts';
import type { Block, BlockNodes, Inline, InlineNodes } from '../tree/nodes.ts';
import type { Content } from './elements.ts';

export interface Making {
  readonly budget: Budget;
  /** Whether an address is one of this app's files. */
  readonly isFile: (address: string) => boolean;
  /** The footnotes, by their names in upper case. */
  readonly numbers: ReadonlyMap<string, number>;
  /** How often each footnote was referred to so far. */
  readonly referred: Map<string, number>;
  source(from: number, to: number): string;
  block(block: Block): Content[];
  /** Without what stands between them. */
  blocks(blocks: readonly Block[]): Content[];
  inlines(nodes: readonly Inline[]): Content[];
}

export type Reader<Node> = (node: Node, making: Making) => Content[];

/** A reader for each node: a page whose kinds lack one does not compile. */
export type Readers = { readonly [Type in keyof BlockNodes]: Reader<BlockNodes[Type]> } & {
  readonly [Type in keyof InlineNodes]: Reader<InlineNodes[Type]>;
};
