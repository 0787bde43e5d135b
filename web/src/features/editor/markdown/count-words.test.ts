import { expect, test } from 'vitest';
import { countWords } from './count-words.ts';
import { plainText } from './plain-text.ts';

test.each([
  ['', 0],
  ['# Two words', 2],
  ["It's well-known, 1.5 times", 4],
  ['[one](https://example.com/a/b)', 1],
  ['你好 world', 3],
  ['--- *** ```', 0],
])('%j', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('a heading is listed without its marks', () => {
  expect(plainText(' A **bold** [link](/x) and `code` \\*not\\* ')).toBe('A bold link and code *not*');
});
