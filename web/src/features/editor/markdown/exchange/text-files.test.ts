import { expect, test } from 'vitest';
import { areTexts, isNamesOnly } from './text-files.ts';

test('text files can be put into a page, pictures and mixed files cannot', () => {
  expect(areTexts([{ name: 'notes.md', type: '' }])).toBe(true);
  expect(areTexts([{ name: 'data.csv', type: 'text/csv' }])).toBe(true);
  expect(areTexts([{ name: 'photo.png', type: 'image/png' }])).toBe(false);
  // Text, but the text of a picture.
  expect(areTexts([{ name: 'mark.svg', type: 'image/svg+xml' }])).toBe(false);
  expect(
    areTexts([
      { name: 'notes.md', type: 'text/markdown' },
      { name: 'photo.png', type: 'image/png' },
    ]),
  ).toBe(false);
});

test('the name of a copied file is not text to paste', () => {
  const files = [{ name: 'a b.png' }, { name: 'c.pdf' }];
  expect(isNamesOnly('', files)).toBe(true);
  expect(isNamesOnly('a b.png\rc.pdf\r', files)).toBe(true);
  expect(isNamesOnly('Monday\tMira', files)).toBe(false);
});
