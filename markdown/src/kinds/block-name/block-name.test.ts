/** Names of blocks are where links to them lead, and no word that is read. */
import { expect, test } from 'vitest';
import { Press } from '../../page/press.ts';
import { readPage } from '../../page/read-page.ts';
import { plainText } from '../../text/plain-text.ts';
import { Budget } from '../../tree/budget.ts';

const budget = () => new Budget({ characters: 1_000_000, nodes: 100_000, isOver: () => false });

function published(text: string): string {
  const surroundings = {
    linkTo: (url: string) => url,
    titleAt: () => undefined,
    image: (_url: string, words: string) => words,
    card: () => undefined,
    wikiPage: () => ({ address: '/p/1', name: 'Guide' }),
    code: (value: string) => `<pre>${value}</pre>\n`,
    formula: (tex: string) => tex,
  };
  return new Press(readPage(text, budget()), text, surroundings, budget()).print();
}

test.each([
  ['a paragraph', 'Said here ^a-1', '<p>Said here <a id="^a-1"></a></p>\n'],
  ['lines', 'one\ntwo ^Two', '<p>one<br>\ntwo <a id="^Two"></a></p>\n'],
  ['an item', '- one ^a\n- two', '<ul>\n<li>one <a id="^a"></a></li>\n<li>two</li>\n</ul>\n'],
  ['a heading', '# Plan ^a', '<h2 id="plan">Plan <a id="^a"></a></h2>\n'],
  [
    'the block above',
    '> said\n\n^a',
    '<blockquote>\n<p>said</p>\n</blockquote>\n<div class="lines-1"></div>\n<p><a id="^a"></a></p>\n',
  ],
])('%s', (_, text, html) => expect(published(text)).toBe(html));

test.each(['a^b', 'a ^b c', 'a ^b.', 'a \\^b', 'a ^', 'a ^b\nc', '`a ^b`', '| a ^b |\n| --- |'])(
  '%s has none',
  (text) => {
    const html = published(text);
    expect(html).not.toContain('<a');
    expect(html).toContain('^');
  },
);

test('links lead to it', () => {
  expect(published('[[Guide#^Two]] [[#^a-1]]')).toBe(
    '<p><a href="/p/1#^Two">Guide</a> <a href="#^a-1">^a-1</a></p>\n',
  );
});

test('it is no word of a heading’s name', () => {
  expect(plainText('Plan ^a')).toBe('Plan');
  expect(plainText('2 ^a b')).toBe('2 ^a b');
});
