/** A text goes the way of its first strong letter, as rules P2 and P3 of the Unicode Bidirectional Algorithm say. */
import { expect, test } from 'vitest';
import { directionOf, directionOfLines } from './direction.ts';

test.each([
  ['שלום', 'rtl'],
  ['hello שלום', 'ltr'],
  ['2026-11-26 — ( 12 ) שלום', 'rtl'],
  ['👍 مرحبا', 'rtl'],
  ['۱۲ می‌خواهم', 'rtl'],
  ['12 + 3', undefined],
  ['', undefined],
  // Scripts beyond the first plane, and forms of letters.
  ['𞤀𞤣', 'rtl'],
  ['ﬡ', 'rtl'],
  ['日本 שלום', 'ltr'],
  // Marks are as strong as letters.
  ['\u200fhello', 'rtl'],
  ['\u061chello', 'rtl'],
  ['\u200eשלום', 'ltr'],
  // Isolates are passed over, also one within another, and one without an end.
  ['\u2066hello\u2069 שלום', 'rtl'],
  ['\u2068a \u2067b\u2069 c\u2069 שלום', 'rtl'],
  ['\u2068a שלום', undefined],
  ['\u2069שלום', 'rtl'],
  // So is what stands apart in a text: addresses and tags.
  ['https://example.com/a?b=c שלום', 'rtl'],
  ['www.example.com שלום', 'rtl'],
  ['ada@example.com שלום', 'rtl'],
  ['<b>שלום</b>', 'rtl'],
  ['https://example.com', undefined],
  ['example.com שלום', 'ltr'],
])('%j goes %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test.each([
  ['## שלום a', 'rtl'],
  ['- [x] שלום', 'rtl'],
  ['> > 3. שלום', 'rtl'],
  ['> [!NOTE] שלום', 'rtl'],
  ['[^note]: שלום', 'rtl'],
  ['`npm install` שלום', 'rtl'],
  ['``a ` b`` שלום', 'rtl'],
  ['``` שלום', 'rtl'],
  ['`code`', undefined],
  ['$x$ שלום', 'rtl'],
  ['![a](b.png) שלום', 'rtl'],
  ['[שלום](https://a.example) a', 'rtl'],
  ['[a](https://a.example) שלום', 'ltr'],
  ['[[target|שלום]] a', 'rtl'],
  ['a[^one]', 'ltr'],
  ['[^one] שלום', 'rtl'],
  ['&nbsp;שלום', 'rtl'],
  ['12\n\nשלום\na', 'rtl'],
  // The first letters of a line say which way it goes.
  [`${'1 '.repeat(300)}שלום`, undefined],
])('Markdown %j goes %s', (lines, direction) => {
  expect(directionOfLines(lines)).toBe(direction);
});

// A search for an end that began again at each sign would take minutes.
test.each([
  ['1', 'rtl'],
  ['.', 'rtl'],
  ['1@1', 'rtl'],
  ['<!--', 'rtl'],
  ['\u2066', undefined],
  ['<a', 'ltr'],
  ['a@', 'ltr'],
  ['http:/', 'ltr'],
])('%j a hundred thousand times is read at once', (sign, direction) => {
  expect(directionOf(`${sign.repeat(100_000)} שלום`)).toBe(direction);
});
