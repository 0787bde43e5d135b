import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textEdits } from './text-changes.ts';

test.each([
  ['a; c;', 'a; b; c;', [{ from: 3, to: 3, insert: 'b; ' }]],
  ['a; b; c;', 'a; c;', [{ from: 3, to: 6, insert: '' }]],
  ['ab\nac\n', 'ab\nad\nac\n', [{ from: 3, to: 3, insert: 'ad\n' }]],
  ['- a\n- b', '- a\n- c\n- b', [{ from: 4, to: 4, insert: '- c\n' }]],
  ['one', 'one\ntwo', [{ from: 3, to: 3, insert: '\ntwo' }]],
  ['🙂', '🙂🙃', [{ from: 2, to: 2, insert: '🙃' }]],
  ['a a', 'a a a', [{ from: 0, to: 0, insert: 'a ' }]],
])('whole words and lines come and go: %j, %j', (before, after, edits) => {
  expect(textEdits(0, before, after)).toEqual(edits);
});

test('whatever changes, the edits make the text, in order', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', ';', '🙂', '🙃'), maxLength: 40 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      let [made, at] = ['', 0];
      for (const { from, to, insert } of textEdits(0, before, after)) {
        expect(from).toBeGreaterThanOrEqual(at);
        made += before.slice(at, from) + insert;
        at = to;
      }
      expect(made + before.slice(at)).toBe(after);
    }),
    { numRuns: 2000 },
  );
});
