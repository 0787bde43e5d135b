import { expect, test } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { readFootnotes } from './page-footnotes.ts';
import { splitIntoParts } from './split-into-parts.ts';

const read = (text: string) => readFootnotes(text, pageLanguage.parser.parse(text));

test('footnotes have numbers in the order in which the page names them, those within footnotes last', () => {
  const notes = read(
    'a[^b] c[^A] d[^none]\n\n[^a]: one[^deep]\n[^B]: two\n\n[^deep]: three\n\n[^unused]: four',
  );
  expect([...(notes?.numbers ?? [])]).toEqual([
    ['B', 1],
    ['A', 2],
    ['DEEP', 3],
  ]);
  expect(notes?.list).toMatch(/^###### \[\^B\]\[\^A\]\[\^DEEP\]\n\n\[\^a\]: one/);
});

test('a page without footnotes has none', () => {
  expect(read('a[^1]')).toBeUndefined();
  expect(read('[^1]: never named')).toBeUndefined();
});

test('a long page is not cut within a toggle, and each part has the footnotes', () => {
  const text = `a[^1]\n\n${'word '.repeat(3900)}\n\n<details>\n<summary>T</summary>\n\n${'inside\n\n'.repeat(4000)}</details>\n\nb\n\n[^1]: note`;
  const tree = pageLanguage.parser.parse(text);
  const parts = splitIntoParts(text, tree, readFootnotes(text, tree)?.definitions);
  expect(parts.length).toBeGreaterThan(1);
  for (const { markdown } of parts) {
    expect(markdown.includes('<details>')).toBe(markdown.includes('</details>'));
    expect(markdown).toContain('[^1]: note');
  }
});
