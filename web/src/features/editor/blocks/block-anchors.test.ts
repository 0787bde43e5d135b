import { expect, test } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { anchorOf, placeOfAnchor } from './block-anchors.ts';

const text = [
  '# The *plan*: v2.0',
  'Some [words](/x) to begin with, and so many more that the name ends before the block does',
  '- one\n  - deep\n- one',
  '## Ünïcode 漢字',
  '# The plan v20',
  '***',
].join('\n\n');
const tree = pageLanguage.parser.parse(text);
const slice = (from: number, to: number) => text.slice(from, to);

test.each([
  ['The *plan*', 'the-plan-v20', -2],
  ['Some', 'block-some-words-to-begin-with-and-so-many-more-that', 0],
  ['- one', 'block-one', 0],
  ['- deep', 'block-deep', 0],
  ['- one\n\n', 'block-one-1', 0],
  ['## Ünïcode', 'ünïcode-漢字', 0],
  ['# The plan v20', 'the-plan-v20-1', 0],
  ['***', 'block-', 0],
])('%j is named %s, and found by it', (begin, anchor, offset) => {
  const place = text.indexOf(begin) + offset;
  expect(anchorOf(tree, slice, place)).toBe(anchor);
  expect(placeOfAnchor(tree, slice, anchor)).toBe(place);
});

test('a block that was given a name is linked to by it, and found by its words, too', () => {
  const page = '# Plan ^p\n\nSaid ^s\n\n- one\n- two ^t\n  - deep ^d\n\n| a |\n| --- |\n| b |\n\n^table';
  const read = (from: number, to: number) => page.slice(from, to);
  const blocks = pageLanguage.parser.parse(page);
  const named = { '^p': '# Plan', '^s': 'Said', '^t': '- two', '^d': '- deep', '^table': '| a' };
  for (const [anchor, begin] of Object.entries(named)) {
    expect(anchorOf(blocks, read, page.indexOf(begin))).toBe(anchor);
    expect(placeOfAnchor(blocks, read, anchor)).toBe(page.indexOf(begin));
  }
  expect(placeOfAnchor(blocks, read, 'plan')).toBe(0);
});

test('a name that no block has leads nowhere', () => {
  expect(placeOfAnchor(tree, slice, 'elsewhere')).toBeUndefined();
  expect(anchorOf(tree, slice, 3)).toBeUndefined();
});
