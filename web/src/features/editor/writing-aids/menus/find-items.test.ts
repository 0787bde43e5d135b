import { expect, test } from 'vitest';
import { findItems } from './find-items.ts';
import { SLASH_ITEMS } from './slash-items.ts';

const names = (query: string, recent: readonly string[] = []) =>
  findItems(SLASH_ITEMS, query, recent).map(({ name }) => name);

test.each([
  ['todo', 'Task list'],
  ['To-Do', 'Task list'],
  ['to do', 'Task list'],
  ['CHECKBOX', 'Task list'],
  ['task', 'Task list'],
  ['hr', 'Divider'],
  ['divider', 'Divider'],
  ['img', 'Image'],
  ['h2', 'Heading 2'],
  ['heading2', 'Heading 2'],
  ['ul', 'Bulleted list'],
  ['snip', 'Code block'],
  ['title', 'Heading 1'],
])('%s finds %s', (query, name) => expect(names(query)[0]).toBe(name));

test('an empty query finds all, an unknown word nothing', () => {
  expect(names('')).toHaveLength(SLASH_ITEMS.length);
  expect(names('xyzzy')).toEqual([]);
});

test('among equals the one used last comes first', () => {
  expect(names('head')).toEqual(['Heading 1', 'Heading 2', 'Heading 3']);
  expect(names('head', ['Heading 3'])).toEqual(['Heading 3', 'Heading 1', 'Heading 2']);
});

test('the whole name comes before longer ones', () => {
  expect(names('table').slice(0, 2)).toEqual(['Table', 'Table of contents']);
});
