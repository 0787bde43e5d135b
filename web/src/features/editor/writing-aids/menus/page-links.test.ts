import { expect, test } from 'vitest';
import { findPages, isPageName } from '../../linked-pages/find-pages.ts';

const pages = [
  'Roadmap',
  'Old roadmap',
  'Broadcast',
  'Résumé',
  'Plan',
  'Straße',
  'Łódź',
  'Ёлка',
  '회의록',
].map((name) => ({ id: name, name, path: `/${name}`, ancestors: () => [] }));
const names = (query: string) => findPages(pages, query).map(({ name }) => name);

test('names that begin with the typed letters come first, then words, then parts', () => {
  expect(names('road')).toEqual(['Roadmap', 'Old roadmap', 'Broadcast']);
  expect(names('')).toHaveLength(pages.length);
  expect(names('nothing')).toEqual([]);
});

test.each([
  ['resume', 'Résumé'],
  ['STRASSE', 'Straße'],
  ['lodz', 'Łódź'],
  ['елка', 'Ёлка'],
  ['회ㅇ', '회의록'],
  ['map old', 'Old roadmap'],
])('%s finds %s, in any case, with any accents and by parts', (query, name) => {
  expect(names(query)).toContain(name);
});

test.each(['raodmap', 'rodmap', 'roadnap', 'rooadm', 'roadmapp'])('%s is a slip for Roadmap', (query) => {
  expect(names(query)).toEqual(['Roadmap', 'Old roadmap']);
});

test('a word of three letters is one letter away from too much', () => {
  expect(names('plx')).toEqual([]);
});

test('a name that is taken is known by its letters', () => {
  expect(isPageName(pages, ' resume ')).toBe(true);
  expect(isPageName(pages, 'Road')).toBe(false);
});
