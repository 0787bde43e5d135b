import { expect, test } from 'vitest';
import { pageTitle } from './page-title.ts';

test.each([
  ['Plan', 'Plan'],
  ['  Plan\n', 'Plan'],
  ['', 'Untitled'],
  [' \u00a0', 'Untitled'],
  [null, 'Untitled'],
])('a page with the name %j is called %s', (name, title) => {
  expect(pageTitle(name)).toBe(title);
});
