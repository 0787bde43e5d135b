import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from '../../../../../markdown/src/text/plain-text.ts';
import { countWords, countWordsOf } from './count-words.ts';

test.each([
  ['', 0],
  ['# Two words', 2],
  ["It's well-known, 1.5 times", 4],
  ['[one](https://example.com/a/b)', 1],
  ['你好 world', 3],
  ['--- *** ```', 0],
  ['a %%remark for writers%% b', 2],
  ['\\%%said%%', 1],
])('%j', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('a text that is counted while it is written has as many words as one that is counted at once', () => {
  const line = fc.constantFrom('', 'Two words', '- [one](/a-b)', "It's 1.5 times", '你好', 'a %%b%% c', '%%');
  const lines = fc.array(line, { minLength: 1, maxLength: 60 });
  const edit = fc.record({ from: fc.nat(), to: fc.nat(), insert: lines });
  fc.assert(
    fc.property(lines, fc.array(edit), (begun, edits) => {
      let text = Text.of(begun);
      for (const { from, to, insert } of edits) {
        const ends = [from, to].map((end) => end % (text.length + 1)).sort((a, b) => a - b);
        text = text.replace(ends[0] ?? 0, ends[1] ?? 0, Text.of(insert));
        expect(countWordsOf(text)).toBe(countWords(text.toString()));
      }
    }),
  );
});

test('a heading is listed without its marks', () => {
  expect(plainText('==A== plan ==for b== a == b')).toBe('A plan for b a == b');
  expect(plainText('a==b')).toBe('a==b');
  expect(plainText('\\==c==')).toBe('==c==');
  expect(plainText(' A **bold** [link](/x) and `code` \\*not\\* ')).toBe('A bold link and code *not*');
});
