import { expect, test } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { listNotes } from './page-footnotes.ts';
import { readNames } from './page-names.ts';
import { readParts } from './read-parts.ts';

const read = (text: string) => readNames(text, pageLanguage.parser.parse(text));

test('footnotes have numbers in the order in which the page names them, those within footnotes last', () => {
  const names = read(
    'a[^b] c[^A] d[^none]\n\n[^a]: one[^deep]\n[^B]: two\n\n[^deep]: three\n\n[^unused]: four',
  );
  expect([...names.numbers]).toEqual([
    ['B', 1],
    ['A', 2],
    ['DEEP', 3],
  ]);
  const [list] = listNotes(names);
  expect(list?.markdown).toMatch(/^###### \[\^B\]\[\^A\]\[\^DEEP\]\n\n\[\^B\]: two/);
});

test('a page without footnotes has none', () => {
  expect(listNotes(read('a[^1]'))).toEqual([]);
  expect(listNotes(read('[^1]: never named'))).toEqual([]);
});

test('a long page is not cut within a toggle, and each part has the footnotes that it names', () => {
  const text = `a[^1] [b]\n\n${'word '.repeat(3900)}\n\n<details>\n<summary>T</summary>\n\n${'inside\n\n'.repeat(4000)}</details>\n\nb [B]\n\n[^1]: note\n\n[b]: /c`;
  const { parts } = readParts(text, true);
  expect(parts.length).toBeGreaterThan(2);
  for (const { markdown } of parts)
    expect(markdown.includes('<details>')).toBe(markdown.includes('</details>'));
  expect(parts.map(({ shared }) => shared).filter((shared) => shared !== '')).toEqual([
    '\n\n[^1]: -\n\n[b]: /c',
    '\n\n[b]: /c',
  ]);
});
