import { expect, test } from 'vitest';
import { buildForest } from './page-forest.ts';
import { describePlace, placeAt, placeTowards } from './places.ts';

const page = (id: string, parent_id: string | null, order_index: number) => ({
  id,
  parent_id,
  name: id.toUpperCase(),
  order_index,
  created_at: '2026-01-01',
  visibility: 'workspace',
  notion_page_id: null,
});

const forest = buildForest([
  page('a', null, 1),
  page('b', null, 2),
  page('c', null, 4),
  page('b1', 'b', 1),
  page('b2', 'b', 3),
]);

test('between two pages is the middle; before the first and behind the last, one step further', () => {
  expect(placeAt(forest, 'a', 'b', 1)).toEqual({ parentId: 'b', orderIndex: 2 });
  expect(placeAt(forest, 'a', 'b', 0)).toEqual({ parentId: 'b', orderIndex: 0 });
  expect(placeAt(forest, 'a', 'b')).toEqual({ parentId: 'b', orderIndex: 4 });
  expect(placeAt(forest, 'b', 'a')).toEqual({ parentId: 'a', orderIndex: 1 });
});

test('the moved page itself does not count', () => {
  expect(placeAt(forest, 'a', null, 1)).toEqual({ parentId: null, orderIndex: 3 });
  expect(placeAt(forest, 'c', null, 0)).toEqual({ parentId: null, orderIndex: 0 });
});

test('the page’s own place is no place to go', () => {
  expect(placeAt(forest, 'b', null, 1)).toBeUndefined();
  expect(placeAt(forest, 'c', null)).toBeUndefined();
});

test('one step in each direction', () => {
  expect(placeTowards(forest, 'b', 'up')).toEqual({ parentId: null, orderIndex: 0 });
  expect(placeTowards(forest, 'a', 'down')).toEqual({ parentId: null, orderIndex: 3 });
  expect(placeTowards(forest, 'c', 'in')).toEqual({ parentId: 'b', orderIndex: 4 });
  expect(placeTowards(forest, 'b1', 'out')).toEqual({ parentId: null, orderIndex: 3 });
});

test('no step leads beyond the pages', () => {
  expect(placeTowards(forest, 'a', 'up')).toBeUndefined();
  expect(placeTowards(forest, 'c', 'down')).toBeUndefined();
  expect(placeTowards(forest, 'a', 'in')).toBeUndefined();
  expect(placeTowards(forest, 'a', 'out')).toBeUndefined();
  expect(placeTowards(forest, 'unknown', 'up')).toBeUndefined();
});

test('a place in words', () => {
  expect(describePlace(forest, 'b2')).toBe('B2: 2 of 2 under B');
  expect(describePlace(forest, 'a')).toBe('A: 1 of 3 at the top level');
});
