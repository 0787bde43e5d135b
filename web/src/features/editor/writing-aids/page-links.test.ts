import { expect, test } from 'vitest';
import { escapeName, findPages } from './page-links.ts';

const pages = ['Roadmap', 'Old roadmap', 'Résumé', 'Plan'].map((name) => ({
  name,
  path: `/${name}`,
  ancestors: () => [],
}));
const names = (query: string) => findPages(pages, query).map(({ name }) => name);

test('names that begin with the typed letters come first, with any accents', () => {
  expect(names('road')).toEqual(['Roadmap', 'Old roadmap']);
  expect(names('resume')).toEqual(['Résumé']);
  expect(names('')).toHaveLength(4);
  expect(names('nothing')).toEqual([]);
});

test('a name cannot end its link', () => {
  expect(escapeName('a](javascript:1) <b> *c*')).toBe('a\\](javascript:1) \\<b\\> \\*c\\*');
});
