/** Choices of a generated request, each made by fast-check, so that a failure shrinks to a small one. */
import fc from 'fast-check';

export interface Draw {
  /** From 0 to the given number. */
  upTo(most: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  /** Each of them or not. */
  some<T>(list: readonly T[]): T[];
  chance(percent: number): boolean;
  text(): string;
}

/** @param build makes the value out of choices; equal choices must make equal values */
export function drawn<T>(build: (draw: Draw) => T): fc.Arbitrary<T> {
  return fc.gen().map((g) => {
    const upTo = (most: number) => g(number, most);
    const pick = <Item>(list: readonly Item[]): Item => {
      const item = list[upTo(list.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    };
    const chance = (percent: number) => upTo(99) >= 100 - percent;
    return build({
      upTo,
      pick,
      some: (list) => list.filter(() => chance(25)),
      chance,
      text: () => g(graphemes),
    });
  });
}

// Without the bias towards the ends, so that a chance is as likely as it says.
const number = (most: number) => fc.noBias(fc.nat(most));
const graphemes = () => fc.string({ unit: 'grapheme', maxLength: 8 });
