import { expect, test } from 'vitest';
import { destinationAfterSignIn, pagePath } from './paths.ts';

test('a person goes back to where they came from', () => {
  expect(destinationAfterSignIn({ from: '/dashboard/pages/1?x=2' })).toBe('/dashboard/pages/1?x=2');
});

test.each([
  undefined,
  null,
  {},
  { from: 5 },
  { from: 'https://evil.example' },
  { from: '//evil.example' },
  { from: '/' },
  { from: '/dashboard.evil.example' },
  { from: '/\\evil.example' },
  { from: ' /dashboard' },
])('from %j a person goes to the dashboard', (state) => {
  expect(destinationAfterSignIn(state)).toBe('/dashboard');
});

test('a page’s id cannot leave its segment', () => {
  expect(pagePath('../settings')).toBe('/dashboard/pages/..%2Fsettings');
});
