/**
 * The order of a text's parts after its moves, one move after another. A page can have thousands of moves, of a few parts each that stand
 * together: a move costs as much as it has parts, and not as much as the page has.
 */

const NOBODY = -1;

/** Numbers from zero, in an order of their own. */
export class LineOrder {
  /** The last place stands before the first number and after the last one. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** The last move that each of them was part of. */
  readonly #moved: Uint32Array;
  readonly #end: number;
  #move = 0;

  constructor(order: readonly number[]) {
    this.#end = order.length;
    this.#next = new Int32Array(order.length + 1);
    this.#previous = new Int32Array(order.length + 1);
    this.#moved = new Uint32Array(order.length + 1);
    let before = this.#end;
    for (const number of [...order, this.#end]) {
      this.#join(before, number);
      before = number;
    }
  }

  /**
   * Takes numbers elsewhere, in the order that they have.
   * @param ranges each through its last number
   * @param target the number that they come after; -1 for the beginning. If it is one of them, nothing moves.
   */
  move(ranges: readonly (readonly [first: number, last: number])[], target: number): void {
    this.#move++;
    let [count, first] = [0, NOBODY];
    for (const [from, to] of ranges)
      for (let number = from; number <= to; number++) {
        if (this.#isMoved(number)) continue;
        this.#moved[number] = this.#move;
        first = number;
        count++;
      }
    if (count === 0 || this.#isMoved(target)) return;
    while (this.#isMoved(this.#before(first))) first = this.#before(first);
    let last = first;
    for (count--; this.#isMoved(this.#behind(last)); count--) last = this.#behind(last);
    if (count === 0) this.#join(this.#before(first), this.#behind(last));
    else [first, last] = this.#gather();
    const before = target === NOBODY ? this.#end : target;
    const behind = this.#behind(before);
    this.#join(before, first);
    this.#join(last, behind);
  }

  toArray(): number[] {
    const order: number[] = [];
    for (let number = this.#behind(this.#end); number !== this.#end; number = this.#behind(number))
      order.push(number);
    return order;
  }

  /** Takes those that move out of the order, and joins them. @returns the first and the last of them */
  #gather(): [number, number] {
    let [before, first, last] = [this.#end, NOBODY, NOBODY];
    for (let number = this.#behind(this.#end); number !== this.#end; ) {
      const next = this.#behind(number);
      if (!this.#isMoved(number)) {
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
    return [first, last];
  }

  #isMoved(number: number): boolean {
    return this.#moved[number] === this.#move;
  }

  #behind(number: number): number {
    return this.#next[number] as number;
  }

  #before(number: number): number {
    return this.#previous[number] as number;
  }

  #join(before: number, number: number): void {
    this.#next[before] = number;
    this.#previous[number] = before;
  }
}
