import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FOLD_WIDTH, foldCrumbs, LEAST_LAST_WIDTH, type MeasuredCrumb } from './fold-crumbs.ts';

const anyCrumb = fc.record({ width: fc.integer({ min: 20, max: 190 }), isLink: fc.boolean() });

/** The width in view, with the shortest last crumb. */
function widthOf(above: readonly MeasuredCrumb[], last: number, folded: number): number {
  const shown = folded === above.length ? [] : [...above.slice(0, 1), ...above.slice(folded + 1)];
  const sum = (folded === 0 ? above : shown).reduce((all, { width }) => all + width, 0);
  return sum + (folded > 0 ? FOLD_WIDTH : 0) + Math.min(last, LEAST_LAST_WIDTH);
}

test('nothing folds beside free room, and no more folds than has to', () => {
  fc.assert(
    fc.property(
      fc.array(anyCrumb, { maxLength: 12 }),
      fc.integer({ min: 20, max: 2000 }),
      fc.integer({ min: 0, max: 1900 }),
      (above, last, room) => {
        const folded = foldCrumbs(above, last, room);
        const isUseful = (count: number) =>
          count === 0 || count === above.length || above.slice(1, count + 1).some(({ isLink }) => isLink);
        expect(isUseful(folded)).toBe(true);
        for (let fewer = 0; fewer < folded; fewer++)
          if (isUseful(fewer)) expect(widthOf(above, last, fewer)).toBeGreaterThan(room);
        if (folded < above.length) expect(widthOf(above, last, folded)).toBeLessThanOrEqual(room);
      },
    ),
  );
});

test('the crumbs furthest from the page fold first, the first of all last', () => {
  const above = Array.from({ length: 4 }, () => ({ width: 100, isLink: true }));
  expect([600, 559, 501, 401, 301, 200].map((room) => foldCrumbs(above, 500, room))).toEqual([
    0, 1, 2, 3, 4, 4,
  ]);
  expect(foldCrumbs(above, 40, 440)).toBe(0);
  expect(foldCrumbs([], 500, 10)).toBe(0);
});

test('a crumb without a link does not fold alone', () => {
  const above = [true, false, true].map((isLink) => ({ width: 100, isLink }));
  expect(foldCrumbs(above, 160, 430)).toBe(2);
});
