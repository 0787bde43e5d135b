import { describe, expect, test } from 'vitest';
import { buildForest, type TreePage } from './page-forest.ts';

const page = (
  id: string,
  parent_id: string | null,
  order_index: number,
  created_at = '2026-01-01',
): TreePage => ({
  id,
  parent_id,
  name: id,
  order_index,
  created_at,
  visibility: 'workspace',
  notion_page_id: null,
});

const ids = (pages: readonly TreePage[]) => pages.map(({ id }) => id);

describe('a forest', () => {
  const forest = buildForest([
    page('b', null, 2),
    page('a', null, 1),
    page('a2', 'a', 1.5),
    page('a1', 'a', 1),
    page('a1x', 'a1', 1),
  ]);

  test('keeps siblings in order', () => {
    expect(ids(forest.childrenOf(null))).toEqual(['a', 'b']);
    expect(ids(forest.childrenOf('a'))).toEqual(['a1', 'a2']);
    expect(forest.childrenOf('b')).toEqual([]);
  });

  test('knows ancestors from the root down', () => {
    expect(ids(forest.ancestorsOf('a1x'))).toEqual(['a', 'a1']);
    expect(forest.ancestorsOf('a')).toEqual([]);
    expect(forest.ancestorsOf('unknown')).toEqual([]);
  });

  test('knows all descendants', () => {
    expect([...forest.descendantsOf('a')].sort()).toEqual(['a1', 'a1x', 'a2']);
  });
});

test('equal places are ordered by age, then by id', () => {
  const forest = buildForest([
    page('z', null, 1, '2026-01-02'),
    page('y', null, 1, '2026-01-01'),
    page('x', null, 1, '2026-01-01'),
  ]);
  expect(ids(forest.childrenOf(null))).toEqual(['x', 'y', 'z']);
});

test('a page whose parent is hidden stands at the root', () => {
  expect(ids(buildForest([page('orphan', 'hidden', 1)]).childrenOf(null))).toEqual(['orphan']);
});

test('two hundred levels are one line', () => {
  const levels = Array.from({ length: 200 }, (_, level) =>
    page(`p${level}`, level ? `p${level - 1}` : null, 1),
  );
  const forest = buildForest(levels);
  expect(forest.ancestorsOf('p199')).toHaveLength(199);
  expect(forest.descendantsOf('p0').size).toBe(199);
  expect(forest.parentOf('p199')).toBe('p198');
});
