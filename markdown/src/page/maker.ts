/** Makes the elements of a page that is read, with the readers of each kind. */
import { READERS } from '../layers/read.generated.ts';
import type { Content } from '../read/elements.ts';
import type { Making, Reader } from '../read/making.ts';
import type { Budget } from '../tree/budget.ts';
import type { Block, Inline } from '../tree/nodes.ts';

export class Maker implements Making {
  readonly budget: Budget;
  readonly isFile: (address: string) => boolean;
  readonly numbers: ReadonlyMap<string, number>;
  readonly referred = new Map<string, number>();
  readonly #text: string;

  /** @param text of the page */
  constructor(
    text: string,
    numbers: ReadonlyMap<string, number>,
    isFile: (address: string) => boolean,
    budget: Budget,
  ) {
    this.#text = text;
    this.numbers = numbers;
    this.isFile = isFile;
    this.budget = budget;
  }

  source(from: number, to: number): string {
    return this.#text.slice(from, to);
  }

  block(block: Block): Content[] {
    this.budget.print(0);
    // The compiler does not see that a reader and its node are of one type.
    return (READERS[block.type] as Reader<Block>)(block, this);
  }

  /** @throws {TakesTooLong} when the budget is spent */
  blocks(blocks: readonly Block[]): Content[] {
    return blocks.flatMap((block) => this.block(block));
  }

  inlines(nodes: readonly Inline[]): Content[] {
    return nodes.flatMap((node) => {
      this.budget.print(0);
      return (READERS[node.type] as Reader<Inline>)(node, this);
    });
  }
}
