import { expect, test } from 'vitest';
import { countGoingPages } from './deletion-plan.ts';

test.each([
  [0, 0, 'no pages'],
  [1, 0, '1 page'],
  [1200, 0, '1,200 pages'],
  [9, 3, '12 pages, 3 of them in the trash'],
  [0, 1, '1 page in the trash'],
])('%i pages and %i in the trash', (pages, trashedPages, said) => {
  expect(countGoingPages({ id: '1', name: 'Any', fate: 'deleted', pages, trashedPages })).toBe(said);
});
