import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAncestor } from './ancestor.ts';

const page = (content: string) => ({ name: 'Plan', description: '', content });
const isSent = (base: string, sent: string, remote: string) =>
  isAncestor(page(base), page(sent), page(remote));

test.each([
  ['exactly what was sent', 'one', 'one two', 'one two', true],
  ['others wrote behind it', 'one', 'one two', 'one two three', true],
  ['others wrote in front of it', 'one', 'one two', 'zero one two', true],
  ['never arrived, others wrote nothing', 'one', 'one two', 'one', false],
  [
    'never arrived, others wrote something like it',
    'Agenda',
    'Agenda from the second.',
    'Agenda from the first.',
    false,
  ],
  ['a deletion arrived', 'one two', 'one', 'one', true],
  ['a deletion never arrived', 'one two', 'one', 'one two!', false],
])('%s', (_case, base, sent, remote, expected) => {
  expect(isSent(base, sent, remote)).toBe(expected);
});

test('what has not arrived is never taken for arrived when its words are nowhere to be found', () => {
  const lower = fc.string({ unit: fc.constantFrom(...'abc \n'), minLength: 1, maxLength: 12 });
  const upper = fc.string({ unit: fc.constantFrom(...'XYZ'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lower, upper, lower, fc.nat(), (base, mine, theirs, at) => {
      const place = at % (base.length + 1);
      const sent = base.slice(0, place) + mine + base.slice(place);
      expect(isSent(base, sent, base + theirs)).toBe(false);
    }),
  );
});
