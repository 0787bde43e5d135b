import { expect, test } from 'vitest';
import { allNames, nameList, peopleOf } from './name-list.ts';

test.each([
  [['Ada'], 'Ada'],
  [['Ben', 'Ada'], 'Ada and Ben'],
  [['Ben', 'Cleo', 'Ada'], 'Ada, Ben and Cleo'],
  [['Ben', 'Cleo', 'Ada', 'Dora'], 'Ada, Ben and 2 others'],
  [['Ben', 'Cleo', 'Ada', null, null], 'Ada, Ben and 3 others'],
  [['Ada', null], 'Ada and someone else'],
  [['Ada', null, null], 'Ada and 2 others'],
  [[null], 'Someone else'],
  [[null, null], '2 others'],
  [[], 'Someone else'],
])('%j is %s', (names, line) => {
  expect(nameList(peopleOf(names))).toBe(line);
});

test('all names are there for those who ask', () => {
  expect(allNames(peopleOf(['Ben', 'Cleo', 'Ada', 'Dora', null]))).toBe(
    'Ada, Ben, Cleo, Dora and someone else',
  );
});

test('names from right to left keep their order', () => {
  expect(allNames(peopleOf(['Ada', 'דנה', 'יוסי']))).toBe('Ada, \u2068דנה\u2069 and \u2068יוסי\u2069');
});
