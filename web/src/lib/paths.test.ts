import { expect, test } from 'vitest';
import { confirmPath, destinationAfterSignIn, invitePath, pagePath } from './paths.ts';

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
  { from: '/invite.evil.example' },
  { from: '/invited' },
  { from: '/\\evil.example' },
  { from: ' /dashboard' },
])('from %j a person goes to the dashboard', (state) => {
  expect(destinationAfterSignIn(state)).toBe('/dashboard');
});

test('a page’s id cannot leave its segment', () => {
  expect(pagePath('../settings')).toBe('/dashboard/pages/..%2Fsettings');
});

test('a person with an invitation goes back to it, by way of a mail, too', () => {
  const from = invitePath('0a1b');
  expect(from).toBe('/invite#0a1b');
  expect(destinationAfterSignIn({ from })).toBe(from);
  const confirm = new URL(confirmPath(from), 'https://docs.example.com');
  expect(confirm.pathname).toBe('/auth/confirm');
  expect(confirm.hash).toBe('');
  expect(confirm.searchParams.get('next')).toBe(from);
  expect(confirmPath('/dashboard')).toBe('/auth/confirm');
});
