import { expect, test } from 'vitest';
import { filterForest } from './filter-forest.ts';
import { buildForest } from './page-forest.ts';

const page = (id: string, parent_id: string | null, name: string) => ({
  id,
  parent_id,
  name,
  order_index: 1,
  created_at: '2026-01-01',
  visibility: 'workspace',
  notion_page_id: null,
});

const forest = buildForest([
  page('a', null, 'Reisen'),
  page('b', 'a', 'Norden'),
  page('c', 'b', 'Café in Århus'),
  page('d', 'b', 'Fähre'),
  page('e', null, 'إجازة'),
]);
const kept = (text: string) => [...filterForest(forest, text).pages.keys()].sort();

test('a page is kept with the pages above it', () => {
  expect(kept('fähre')).toEqual(['a', 'b', 'd']);
  expect(kept('reisen')).toEqual(['a']);
});

test('case and accents make no difference', () => {
  expect(kept('CAFE IN ARHUS')).toEqual(['a', 'b', 'c']);
  expect(kept('إجازة')).toEqual(['e']);
});

test('a blank text keeps all pages, an unknown one keeps none', () => {
  expect(filterForest(forest, '  ')).toBe(forest);
  expect(kept('zzz')).toEqual([]);
});
