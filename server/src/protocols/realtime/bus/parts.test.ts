import { expect, test } from 'vitest';
import { cut, Joiner } from './parts.ts';

test.each(['', 'short', 'aü€😀'.repeat(50)])('what is cut into parts is whole again (%#)', (text) => {
  const parts = cut(text, 10);
  expect(parts.every((part) => Buffer.byteLength(part) <= 10)).toBe(true);
  const joiner = new Joiner();
  const joined = parts.map((part, index) => joiner.add(index, parts.length, part));
  expect(joined.at(-1)).toBe(text);
  expect(joined.slice(0, -1).every((part) => part === undefined)).toBe(true);
});

test('a message that lost a part is lost, the next one is not', () => {
  const joiner = new Joiner();
  joiner.add(0, 3, 'a');
  expect(joiner.add(2, 3, 'c')).toBeUndefined();
  expect(joiner.add(0, 1, 'whole')).toBe('whole');
});
