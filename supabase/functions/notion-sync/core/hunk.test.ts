import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHunk } from './hunk.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', '', 'a b'), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));

test('a hunk is as small as it can be', () => {
  expect(findHunk('one\ntwo\nthree', 'one\n2\nthree')).toEqual({ before: 'two', after: '2' });
});
test('it takes a line beside it where lines come in, or look like others', () => {
  expect(findHunk('one\ntwo', 'one\nnew\ntwo')).toEqual({ before: 'one\ntwo', after: 'one\nnew\ntwo' });
  expect(findHunk('x\ny\nx\nz', 'x\ny\nX\nz')).toEqual({ before: 'y\nx\nz', after: 'y\nX\nz' });
});
// A function that computes for ten seconds is ended, and with it everybody's sync.
test.each([
  ['equal lines', (lines: string) => [lines + lines, `${lines}b\n${lines}`]],
  [
    'lines that almost repeat themselves',
    (lines: string) => [`${lines}b\n${lines}c\n${lines}`, `${lines}b\n${lines}c\n`],
  ],
])('it is found at once in a long text of %s', (_what, sides) => {
  const [current = '', wanted = ''] = sides('ab\n'.repeat(50_000));
  const { user } = process.cpuUsage();
  expect(findHunk(current, wanted)).toBeDefined();
  // The bound is on work: a busy machine takes longer.
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(2000);
});
test('an empty page, or one without a change, has no hunk', () => {
  expect(findHunk('', 'a')).toBeUndefined();
  expect(findHunk(' \n', 'a')).toBeUndefined();
  expect(findHunk('a', 'a')).toBeUndefined();
});
test('it stands in the text once and turns it into the other', () => {
  fc.assert(
    fc.property(text, text, (current, wanted) => {
      const hunk = findHunk(current, wanted);
      if (!hunk) return;
      expect(current.split(hunk.before)).toHaveLength(2);
      expect(current.replace(hunk.before, () => hunk.after)).toBe(wanted);
    }),
  );
});
