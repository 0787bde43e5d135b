/**
 * The limit of the work that a page may cause. Whoever reads or prints a page of somebody else's hands one in: each walk counts its
 * steps and all that it prints, and is ended in the middle. The reading view makes one in reading/parts/reading-budget.ts, public pages in
 * text/work-budget.ts.
 */

/** How many steps pass between two looks at the clock. */
const STEPS = 256;

export interface Limits {
  readonly characters: number;
  readonly nodes: number;
  /** Asked now and then: whether the time is over. */
  readonly isOver: () => boolean;
}

export class Budget {
  readonly #limits: Limits;
  #steps = 0;
  #characters = 0;
  #nodes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @throws {TakesTooLong} */
  step(): void {
    if (++this.#steps % STEPS === 0 && this.#limits.isOver()) throw new TakesTooLong();
  }

  /** Counts printed output, too: a short text may name its headings, or a long footnote, thousands of times. @throws {TakesTooLong} */
  print(characters: number, nodes = 1): void {
    this.#characters += characters;
    this.#nodes += nodes;
    if (this.#characters > this.#limits.characters || this.#nodes > this.#limits.nodes)
      throw new TakesTooLong();
    this.step();
  }
}

export class TakesTooLong extends Error {
  constructor() {
    super('The text takes too long to be read as Markdown.');
    this.name = 'TakesTooLong';
  }
}
