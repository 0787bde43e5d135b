/** Typing on a tree goes to the next row whose name begins with what was typed (WAI-ARIA tree pattern). */

const PAUSE_MS = 600;

export interface TypeAhead {
  /**
   * @param names of the visible rows, in order
   * @param from index of the focused row
   * @param now milliseconds
   * @returns the index of the row to go to; undefined when none matches
   */
  type(character: string, names: readonly string[], from: number, now: number): number | undefined;
  /** Whether a beginning is being typed, which a blank would go on. */
  isGoingOn(now: number): boolean;
}

export function createTypeAhead(): TypeAhead {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  const isGoingOn = (now: number) => now - last <= PAUSE_MS;
  return {
    isGoingOn,
    type(character, names, from, now) {
      typed = isGoingOn(now) ? typed + character : character;
      last = now;
      // The same letter again and again walks through the rows that begin with it.
      const isRepeated = [...typed].every((letter) => letter === typed[0]);
      const wanted = (isRepeated ? character : typed).toLocaleLowerCase();
      const first = isRepeated ? from + 1 : from;
      const order = names.map((_, offset) => (first + offset) % names.length);
      return order.find((index) => names[index]?.toLocaleLowerCase().startsWith(wanted));
    },
  };
}
