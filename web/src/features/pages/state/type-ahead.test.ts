import { expect, test } from 'vitest';
import { createTypeAhead } from './type-ahead.ts';

const NAMES = ['Alpha', 'Beta', 'Bravo', 'Brass', 'Gamma'];

test('a letter goes to the next row that begins with it, and on again', () => {
  const ahead = createTypeAhead();
  expect(ahead.type('b', NAMES, 0, 0)).toBe(1);
  expect(ahead.type('b', NAMES, 1, 100)).toBe(2);
  expect(ahead.type('b', NAMES, 3, 200)).toBe(1);
});

test('letters typed quickly are one beginning', () => {
  const ahead = createTypeAhead();
  expect(ahead.type('b', NAMES, 0, 0)).toBe(1);
  expect(ahead.type('r', NAMES, 1, 100)).toBe(2);
  expect(ahead.type('a', NAMES, 2, 200)).toBe(2);
  expect(ahead.type('s', NAMES, 2, 300)).toBe(3);
});

test('after a pause a new beginning starts', () => {
  const ahead = createTypeAhead();
  ahead.type('b', NAMES, 0, 0);
  expect(ahead.type('g', NAMES, 1, 2000)).toBe(4);
});

test('letters that begin no row lead nowhere', () => {
  expect(createTypeAhead().type('z', NAMES, 0, 0)).toBeUndefined();
});

test('names with blanks can be typed', () => {
  const names = ['New', 'New York', 'New Zealand'];
  const ahead = createTypeAhead();
  expect(ahead.isGoingOn(0)).toBe(false);
  const found = [...'new z'].map((letter, at) => ahead.type(letter, names, 0, at * 100));
  expect(found).toEqual([1, 0, 0, 1, 2]);
  expect(ahead.isGoingOn(900)).toBe(true);
  expect(ahead.isGoingOn(1100)).toBe(false);
});
