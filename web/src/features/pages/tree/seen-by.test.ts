import { expect, test } from 'vitest';
import { buildForest, type TreePage } from './page-forest.ts';
import { countShared, seenBy } from './seen-by.ts';

function page(id: string, parent_id: string | null, visibility = 'workspace'): TreePage {
  return { id, parent_id, name: id, order_index: 1, created_at: '', visibility, notion_page_id: null };
}

const forest = buildForest([
  page('handbook', null, 'public'),
  page('guide', 'handbook'),
  page('steps', 'guide'),
  page('own', 'guide', 'public'),
  page('diary', 'handbook', 'private'),
  page('may', 'diary', 'public'),
  page('other', null),
]);

function seen(id: string, ...sharing: string[]) {
  const { visibility, because } = seenBy(forest, new Set(sharing), forest.pages.get(id) ?? page(id, null));
  return because ? `${visibility} by ${because.id}` : visibility;
}

test('a page is public by the nearest page above that shares its subpages, and private by one that is private', () => {
  expect(seen('steps')).toBe('workspace');
  expect(seen('steps', 'handbook')).toBe('public by handbook');
  expect(seen('own', 'handbook')).toBe('public');
  expect(seen('diary', 'handbook')).toBe('private');
  expect(seen('may', 'handbook')).toBe('private by diary');
  expect(seen('other', 'handbook')).toBe('workspace');
  // Shared once, but for the workspace alone by now.
  expect(seen('steps', 'guide')).toBe('workspace');
});

test('private pages, and those under them, are not shared with the pages above', () => {
  expect(countShared(forest, 'handbook')).toBe(3);
  expect(countShared(forest, 'other')).toBe(0);
});
