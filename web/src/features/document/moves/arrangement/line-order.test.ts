import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineOrder } from './line-order.ts';

const SIZE = 200;
const place = fc.nat(SIZE - 1);
const move = fc.record({
  ranges: fc.array(fc.tuple(place, place, fc.boolean()), { maxLength: 4 }),
  target: fc.integer({ min: -1, max: SIZE - 1 }),
});

test('numbers go as if each move wrote the whole order anew', () => {
  fc.assert(
    fc.property(
      fc.array(move, { maxLength: 200, size: 'max' }),
      fc.boolean(),
      place,
      (moves, isNarrow, shared) => {
        let expected = Array.from({ length: SIZE }, (_, at) => (at * 7) % SIZE);
        const order = new LineOrder(expected);
        for (const { ranges, target: own } of moves) {
          // At one place numbers come closer and closer to each other.
          const target = isNarrow ? shared : own;
          const spans = ranges.map(([first, last, isLong]): [number, number] => [
            first,
            isLong ? last : Math.min(first + (last % 3), SIZE - 1),
          ]);
          order.move(spans, target);
          const isMoved = (number: number) =>
            spans.some(([first, last]) => first <= number && number <= last);
          if (isMoved(target)) continue;
          const staying = expected.filter((number) => !isMoved(number));
          staying.splice(staying.indexOf(target) + 1, 0, ...expected.filter(isMoved));
          expected = staying;
        }
        expect(order.toArray()).toEqual(expected);
      },
    ),
  );
});
