/**
 * The order of a text's parts after its moves, one move after another. A page can have thousands of moves, of a few parts each: a move
 * costs as much as it has parts, and not as much as the page has.
 */

// From so many parts on, walking along the page finds their order sooner than sorting.
const MOST_SORTED = 64;
/** How far apart numbers are that tell the order of neighbours. */
const GAP = 2 ** 20;
const NOBODY = -1;

/** Numbers from zero, in an order of their own. */
export class LineOrder {
  /** The last place stands before the first number and after the last one. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** They rise along the order. */
  readonly #ranks: Float64Array;
  /** The last move that each of them was part of. */
  readonly #moved: Uint32Array;
  readonly #end: number;
  #move = 0;
  /** Otherwise the ranks are those of an order before. */
  #isRanked = false;

  constructor(order: readonly number[]) {
    const end = order.length;
    this.#end = end;
    this.#next = new Int32Array(end + 1);
    this.#previous = new Int32Array(end + 1);
    this.#ranks = new Float64Array(end + 1);
    this.#moved = new Uint32Array(end);
    let before = end;
    for (const number of order) {
      this.#join(before, number);
      before = number;
    }
    this.#join(before, end);
  }

  /**
   * Takes numbers elsewhere, in the order that they have.
   * @param ranges each through its last number
   * @param target the number that they come after; -1 for the beginning. If it is one of them, nothing moves.
   */
  move(ranges: readonly (readonly [first: number, last: number])[], target: number): void {
    const numbers = this.#mark(ranges);
    if (numbers.length === 0 || this.#moved[target] === this.#move) return;
    const before = target === NOBODY ? this.#end : target;
    if (numbers.length > MOST_SORTED) this.#takeMany(before);
    else this.#take(numbers, before);
  }

  /** @returns the first ones of them */
  #mark(ranges: readonly (readonly [first: number, last: number])[]): number[] {
    const numbers: number[] = [];
    this.#move++;
    for (const [first, last] of ranges)
      for (let number = first; number <= last; number++) {
        if (this.#moved[number] === this.#move) continue;
        this.#moved[number] = this.#move;
        if (numbers.length <= MOST_SORTED) numbers.push(number);
      }
    return numbers;
  }

  #take(numbers: number[], target: number): void {
    if (numbers.length > 1) {
      if (!this.#isRanked) this.#rank();
      numbers.sort((one, other) => (this.#ranks[one] as number) - (this.#ranks[other] as number));
    }
    for (const number of numbers) this.#join(this.#previous[number] as number, this.#next[number] as number);
    const behind = this.#next[target] as number;
    const low = target === this.#end ? 0 : (this.#ranks[target] as number);
    const high = behind === this.#end ? low + GAP * (numbers.length + 1) : (this.#ranks[behind] as number);
    const step = (high - low) / (numbers.length + 1);
    if (step < 1) this.#isRanked = false;
    let before = target;
    for (const [at, number] of numbers.entries()) {
      this.#join(before, number);
      this.#ranks[number] = low + step * (at + 1);
      before = number;
    }
    this.#join(before, behind);
  }

  #takeMany(target: number): void {
    let [before, first, last] = [this.#end, NOBODY, NOBODY];
    for (let number = this.#next[this.#end] as number; number !== this.#end; ) {
      const next = this.#next[number] as number;
      if (this.#moved[number] !== this.#move) {
        this.#join(before, number);
        before = number;
      } else {
        if (first === NOBODY) first = number;
        else this.#join(last, number);
        last = number;
      }
      number = next;
    }
    this.#join(before, this.#end);
    const behind = this.#next[target] as number;
    this.#join(target, first);
    this.#join(last, behind);
    this.#isRanked = false;
  }

  toArray(): number[] {
    const order: number[] = [];
    for (
      let number = this.#next[this.#end] as number;
      number !== this.#end;
      number = this.#next[number] as number
    )
      order.push(number);
    return order;
  }

  #join(before: number, number: number): void {
    this.#next[before] = number;
    this.#previous[number] = before;
  }

  #rank(): void {
    this.#isRanked = true;
    let rank = 0;
    for (
      let number = this.#next[this.#end] as number;
      number !== this.#end;
      number = this.#next[number] as number
    )
      this.#ranks[number] = rank += GAP;
  }
}
