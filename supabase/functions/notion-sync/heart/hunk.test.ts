import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHunk } from './hunk.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', '', 'a b'), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));

test('is as small as it can be', () => {
  expect(findHunk('one\ntwo\nthree', 'one\n2\nthree')).toEqual({ before: 'two', after: '2' });
});
test('takes a line beside it where lines come in, or look like others', () => {
  expect(findHunk('one\ntwo', 'one\nnew\ntwo')).toEqual({ before: 'one\ntwo', after: 'one\nnew\ntwo' });
  expect(findHunk('x\ny\nx\nz', 'x\ny\nX\nz')).toEqual({ before: 'y\nx\nz', after: 'y\nX\nz' });
});
test('there is none for an empty page, or without a change', () => {
  expect(findHunk('', 'a')).toBeUndefined();
  expect(findHunk(' \n', 'a')).toBeUndefined();
  expect(findHunk('a', 'a')).toBeUndefined();
});
test('stands in the text once and makes it the other', () => {
  fc.assert(
    fc.property(text, text, (current, wanted) => {
      const hunk = findHunk(current, wanted);
      if (!hunk) return;
      expect(current.split(hunk.before)).toHaveLength(2);
      expect(current.replace(hunk.before, () => hunk.after)).toBe(wanted);
    }),
  );
});
