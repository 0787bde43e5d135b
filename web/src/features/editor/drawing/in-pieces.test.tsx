/** Long texts that are drawn in pieces. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inPieces } from './in-pieces.tsx';

const drawn = (text: string) => renderToStaticMarkup(inPieces(text));

test('a browser lays out a line of two scripts in turn piece by piece, with no letter lost', () => {
  const text = `a\n${'a\u05d0'.repeat(20_000)}\nb`;
  const html = drawn(text);
  expect(Math.max(...html.split(/<[^>]*>/).map((piece) => piece.length))).toBeLessThanOrEqual(4000);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(text);
});

test('other texts are drawn as they are, Chinese ones as well', () => {
  for (const text of ['a\nb', '文'.repeat(5000), 'words '.repeat(5000)]) expect(drawn(text)).toBe(text);
});
