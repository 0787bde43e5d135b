/** Comments are in the text of a page and nowhere else. */
import { expect, test } from 'vitest';
import { Press } from '../../page/press.ts';
import { readPage } from '../../page/read-page.ts';
import { Budget } from '../../tree/budget.ts';

const budget = () => new Budget({ characters: 1_000_000, nodes: 100_000, isOver: () => false });

function published(text: string): string {
  const surroundings = {
    linkTo: (url: string) => url,
    titleAt: () => undefined,
    image: (_url: string, words: string) => words,
    card: () => undefined,
    wikiPage: () => undefined,
    code: (value: string) => `<pre>${value}</pre>\n`,
    formula: (tex: string) => tex,
  };
  return new Press(readPage(text, budget()), text, surroundings, budget()).print();
}

test.each([
  ['in a line', 'a %%secret *one*%% b', '<p>a  b</p>\n'],
  ['at the end of a line', 'a %%secret%%\nb', '<p>a <br>\nb</p>\n'],
  ['a line of its own', 'a\n\n%%secret%%\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['lines, blank ones too', 'a\n%%\nsecret\n\n# secret\n%%\nb', '<p>a</p>\n<p>b</p>\n'],
  ['until a line that ends with its sign', '%%\nsecret %%\nb', '<p>b</p>\n'],
  ['without an end', 'a\n\n%%\nsecret\n\nsecret', '<p>a</p>\n'],
  ['in a quote', '> a\n> %%\n> secret\n> %%\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n'],
  ['until its quote ends', '> %%\n> secret\n\nb', '<blockquote></blockquote>\n<p>b</p>\n'],
  ['in an item', '- a %%secret%%\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
  ['a task', '- [ ] %%secret%%', ''],
  ['in a heading', '# Plan %%secret%%', '<h2 id="plan">Plan</h2>\n'],
  ['from right to left', 'שלום %%secret%%', '<p dir="rtl">שלום</p>\n'],
])('%s', (_, text, html) => {
  const shown = published(text);
  expect(shown).not.toContain('secret');
  if (html !== '') expect(shown.replaceAll(/<div class="lines-\d"><\/div>\n/g, '')).toBe(html);
});

test('the rest of a text with too many marks has none either', () => {
  const shown = published(`${'*a_ '.repeat(50_000)} shown %%secret%%`);
  expect(shown).toContain('shown');
  expect(shown).not.toContain('secret');
});

test.each([
  ['code', '`%%shown%%`'],
  ['a block of code', '```\n%%shown%%\n```'],
  ['an escaped sign', '\\%%shown%%'],
  ['one sign', '100% shown 5%'],
  ['no end', 'a %%shown'],
  ['two lines', 'a %%shown\nb%%'],
])('%s is none', (_, text) => expect(published(text)).toContain('shown'));
