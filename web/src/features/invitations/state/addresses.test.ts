import { expect, test } from 'vitest';
import { checkAddresses, readAddresses } from './addresses.ts';

test.each([
  ['ana@example.com', ['ana@example.com'], []],
  [' Ana@Example.com,\nbo@example.com;  ana@example.com ', ['ana@example.com', 'bo@example.com'], []],
  ['Ana Maria <ana@example.com>, "Bo, Jr." <bo@example.com>', ['ana@example.com', 'bo@example.com'], []],
  ['ana@example.com nobody', ['ana@example.com'], ['nobody']],
  ['', [], []],
  ['<>', [], ['<>']],
  ['\u0130x@example.com, \u212Aim@example.com', [], ['\u0130x@example.com', '\u212Aim@example.com']],
])('in %j', (typed, valid, invalid) => {
  expect(readAddresses(typed)).toEqual({ valid, invalid });
});

test('wrong addresses are named', () => {
  expect(checkAddresses(readAddresses('ana@example.com'))).toBeUndefined();
  expect(checkAddresses(readAddresses(' '))).toBe('Email address is required.');
  expect(checkAddresses(readAddresses('ana@example.com, bo'))).toBe('“bo” is not an email address.');
  const many = Array.from({ length: 51 }, (_, number) => `${number}@example.com`).join(' ');
  expect(checkAddresses(readAddresses(many))).toBe('At most 50 people can be invited at once.');
});
