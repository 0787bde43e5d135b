import { expect, test } from 'vitest';
import { orderIndexAfter, orderIndexAtEnd } from './order-index.ts';

const at = (...indexes: number[]) => indexes.map((order_index) => ({ order_index }));

test('a new page comes after its last sibling, and is number 1 without any', () => {
  expect(orderIndexAtEnd([])).toBe(1);
  expect(orderIndexAtEnd(at(3, 7.5, 2))).toBe(8.5);
});

test('a duplicate comes halfway to the next sibling, or one after the last', () => {
  expect(orderIndexAfter({ order_index: 1 }, at(1, 4, 2))).toBe(1.5);
  expect(orderIndexAfter({ order_index: 4 }, at(1, 2, 4))).toBe(5);
});
