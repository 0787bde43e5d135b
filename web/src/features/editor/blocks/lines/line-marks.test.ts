import { expect, test, vi } from 'vitest';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { lineMarks } from './line-marks.ts';

/** @returns for the last line, its marks in brackets with their kinds, and its words */
function marksOf(text: string): string {
  const state = parsedState({ doc: text, extensions: pageLanguage });
  const { marks, textFrom } = lineMarks(state, state.doc.line(state.doc.lines));
  const shown = marks.map(({ kind, from, to }) => `${kind}[${text.slice(from, to)}]`);
  return shown.join('') + text.slice(textFrom);
}

test.each([
  ['words', 'words'],
  ['## words', 'heading[## ]words'],
  ['- words', 'bullet[- ]words'],
  ['10. words', 'number[10. ]words'],
  ['- [x] words', 'bullet[- ]task[[x] ]words'],
  ['- ', 'bullet[- ]'],
  ['- [ ] ', 'bullet[- ]task[[ ] ]'],
  ['- a\n  - ', 'indent[  ]bullet[- ]'],
  ['a\n2. [ ] ', 'empty[2. [ ] ]'],
  ['> a\n> - ', 'quote[> ]empty[- ]'],
  ['> a\n> ===', 'quote[> ]==='],
  ['- a\n  - words', 'indent[  ]bullet[- ]words'],
  ['1. a\n\n   words', 'indent[   ]words'],
  ['1. a\n   - [ ] words', 'indent[   ]bullet[- ]task[[ ] ]words'],
  ['- a\nlazy', 'lazy'],
  ['> words', 'quote[> ]words'],
  ['>words', 'quote[>]words'],
  ['> > # words', 'quote[> ]quote[> ]heading[# ]words'],
  ['> - a\n>   words', 'quote[> ]indent[  ]words'],
  ['- > words', 'bullet[- ]quote[> ]words'],
  ['- > a\n  > words', 'indent[  ]quote[> ]words'],
  ['> [!TIP] words', 'quote[> ]callout[[!TIP] ]words'],
  ['> > [!TIP]', 'quote[> ]quote[> ]callout[[!TIP]]'],
  ['> [!TIP] a\n> words', 'quote[> ]words'],
  ['[^1]: words', 'footnote[[^1]: ]words'],
  ['- ```\n    code', 'indent[  ]  code'],
  ['```\n# code', '# code'],
  ['> ```\n> - code', 'quote[> ]- code'],
  ['a\n\n    # code', '    # code'],
  ['- - words', 'bullet[- ]bullet[- ]words'],
  ['-     code', 'bullet[- ]    code'],
  ['a\n\n', ''],
  ['a # b\\*', 'a # b\\*'],
  ['---\na: b\n- c', '---\na: b\n- c'.slice(9)],
])('%j', (text, expected) => expect(marksOf(text)).toBe(expected));

test('each of the items around a line is measured once', () => {
  const depth = 16;
  const items = Array.from({ length: depth }, (_, index) => `${'  '.repeat(index)}- a`);
  const text = [...items, `${'  '.repeat(depth)}words`].join('\n\n');
  const state = parsedState({ doc: text, extensions: pageLanguage });
  const looks = vi.spyOn(state.doc, 'lineAt');
  const { marks } = lineMarks(state, state.doc.line(state.doc.lines));
  expect(marks.map(({ kind }) => kind)).toEqual(items.map(() => 'indent'));
  expect(looks.mock.calls.length).toBeLessThanOrEqual(depth);
});
