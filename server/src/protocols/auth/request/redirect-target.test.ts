import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

const SITE = 'https://docs.example.com';

test('addresses of the site are kept', () => {
  expect(redirectTarget(SITE, `${SITE}/auth/reset?a=1`)).toBe(`${SITE}/auth/reset?a=1`);
});

test.each([
  undefined,
  '',
  '/dashboard',
  '//evil.example',
  'https://evil.example',
  'http://docs.example.com',
  'https://docs.example.com@evil.example',
  'https://docs.example.com.evil.example',
  'https://user:secret@docs.example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  // Its origin is the site's, but no browser follows a redirect to it: the link would be used up for nothing.
  'blob:https://docs.example.com/1',
])('%s becomes the site', (requested) => {
  expect(redirectTarget(SITE, requested)).toBe(SITE);
});
