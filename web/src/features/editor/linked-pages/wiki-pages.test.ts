import { expect, test } from 'vitest';
import { partOf } from '../../../../../markdown/src/kinds/wiki-link/part-of.ts';
import { readWikiLink, wikiWords } from '../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import type { OtherNamed } from '../api/other-names.ts';
import { WikiPages } from './wiki-pages.ts';

const aliased = (pageId: string): OtherNamed => ({ pageId, isAlias: true });
const formerly = (pageId: string): OtherNamed => ({ pageId, isAlias: false });

const page = (id: string, name: string, ...above: string[]) => ({
  id,
  name,
  path: `/dashboard/pages/${id}`,
  ancestors: () => above,
});

function wikiOf(names: ReturnType<typeof page>[], others: Readonly<Record<string, OtherNamed[]>> = {}) {
  let pages = names;
  let tell: () => void = () => undefined;
  const wiki = new WikiPages(
    {
      path: '/dashboard/pages/here',
      list: () => pages,
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    async (asked) => new Map(asked.map((name) => [name, others[name] ?? []])),
  );
  const become = (next: ReturnType<typeof page>[]) => {
    pages = next;
    tell();
  };
  const leads = (source: string) => {
    const place = wiki.find(readWikiLink(source));
    if (place.kind === 'page' || place.kind === 'here') return `${place.words} ${place.address}`;
    return place.kind === 'several' ? place.pages.map(({ id }) => id).join() : place.kind;
  };
  return { wiki, become, leads };
}

test('a wiki link leads to the one page of its name, or at its path', () => {
  const { leads } = wikiOf([
    page('a', 'Plan'),
    page('b', 'Notes', 'Work', 'Old'),
    page('c', 'notes', 'Home'),
    page('d', 'A/B'),
    page('e', ' '),
  ]);
  expect(leads('[[pLAN]]')).toBe('Plan /dashboard/pages/a');
  expect(leads('[[Plan.md#Next steps!|x]]')).toBe('Plan › Next steps! /dashboard/pages/a#next-steps');
  expect(leads('[[Notes]]')).toBe('b,c');
  expect(leads('[[old/Notes]]')).toBe('Notes /dashboard/pages/b');
  expect(leads('[[Old/../Notes]]')).toBe('nobody');
  expect(leads('[[a/b]]')).toBe('A/B /dashboard/pages/d');
  expect(leads('[[#Below]]')).toBe('Below /dashboard/pages/here#below');
  expect(leads('[[constructor]]')).toBe('nobody');
  expect(wikiOf([]).leads('[[Plan]]')).toBe('unknown');
});

test('a name that a page had leads to it, until another page has it', async () => {
  const { wiki, become, leads } = wikiOf([page('a', 'New')], { Old: [formerly('a'), formerly('elsewhere')] });
  let told = 0;
  wiki.subscribe(() => told++);
  expect(leads('[[Old]]')).toBe('nobody');
  await expect.poll(() => told).toBe(1);
  expect(leads('[[Old]]')).toBe('New /dashboard/pages/a');
  become([page('a', 'New'), page('b', 'Old')]);
  expect(leads('[[Old]]')).toBe('Old /dashboard/pages/b');
});

test('an alias leads to its page under that name, as long as no page is called so, and before those that were', async () => {
  const { wiki, become, leads } = wikiOf([page('a', 'JavaScript'), page('b', 'Jenkins'), page('c', 'Java')], {
    JS: [aliased('a'), formerly('b')],
    Script: [aliased('a'), aliased('c')],
  });
  let told = 0;
  wiki.subscribe(() => told++);
  expect([leads('[[JS#Types]]'), leads('[[Script]]')]).toEqual(['nobody', 'nobody']);
  await expect.poll(() => told).toBe(1);
  expect(leads('[[Languages/JS#Types]]')).toBe('JS › Types /dashboard/pages/a#types');
  expect(leads('[[Script]]')).toBe('a,c');
  expect([wiki.means('JS', 'a'), wiki.means('JS', 'b'), wiki.means('Script', 'a')]).toEqual([
    true,
    false,
    false,
  ]);
  become([page('a', 'JavaScript'), page('d', 'js')]);
  expect(leads('[[JS]]')).toBe('js /dashboard/pages/d');
});

test('a link says its own words, or else its page and heading', () => {
  expect(wikiWords(readWikiLink('[[A/B#C#D|e f]]'))).toBe('e f');
  expect(wikiWords(readWikiLink('![[A/B#C#D|]]'))).toBe('A/B › D');
  expect(wikiWords(readWikiLink('[[A#^block]]'))).toBe('A');
  expect(wikiWords(readWikiLink('[[#^block]]'))).toBe('^block');
  expect(partOf(readWikiLink('[[A#^block]]'))).toBe('#^block');
  expect(partOf(readWikiLink('[[A#^no block]]'))).toBe('');
});
