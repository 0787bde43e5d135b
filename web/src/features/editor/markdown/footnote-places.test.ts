import { expect, test } from 'vitest';
import { footnoteDefinition, footnoteReference, footnoteText } from './footnote-places.ts';
import { pageLanguage } from './page-language.ts';

const PAGE =
  'A[^Note] b[^2] c[^note].\n\n```\n[^2]: code\n```\n\n[^note]: Said *there*,\n    and below.\n[^2]: Two';

test('a footnote is found by its name, whatever its letters', () => {
  expect(footnoteText(PAGE, 'NOTE')).toBe('Said there,\nand below.');
  expect(footnoteText(PAGE, '2')).toBe('Two');
  expect(footnoteText(PAGE, '3')).toBeUndefined();
  const tree = pageLanguage.parser.parse(PAGE);
  const read = (from: number, to: number) => PAGE.slice(from, to);
  expect(footnoteReference(tree, read, 'note')).toBe('A[^Note]'.length);
  expect(footnoteReference(tree, read, '3')).toBeUndefined();
  expect(footnoteDefinition(tree, read, '2')?.to).toBe(PAGE.length);
});
