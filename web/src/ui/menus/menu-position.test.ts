import { expect, test } from 'vitest';
import { menuPosition } from './menu-position.ts';

const WINDOW = { innerWidth: 1000, innerHeight: 800 };

test('a menu opens at the pointer where there is room', () => {
  expect(menuPosition({ x: 100, y: 90 }, WINDOW)).toEqual({ x: 100, y: 90 });
});

test('a menu stays 220 px from the right and 200 px from the bottom', () => {
  expect(menuPosition({ x: 990, y: 790 }, WINDOW)).toEqual({ x: 780, y: 600 });
});

test('a menu never leaves a tiny window', () => {
  expect(menuPosition({ x: 100, y: 100 }, { innerWidth: 200, innerHeight: 150 })).toEqual({ x: 0, y: 0 });
});
