/** A page whose elements are being made, as the readers of kinds know it. */
import type { Budget } from '../tree/budget.ts';
import type { Block, Inline } from '../tree/nodes.ts';
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
