import { describe, expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

const SITE = 'https://docs.example.com';

function target(requested: string | undefined, redirectUrls: string[] = []): string {
  return redirectTarget({ siteUrl: SITE, auth: { redirectUrls } }, requested);
}

test('addresses of the site are kept', () => {
  expect(target(`${SITE}/auth/reset?a=1`)).toBe(`${SITE}/auth/reset?a=1`);
});

const FOREIGN = [
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
];

test.each(FOREIGN)('%s becomes the site', (requested) => {
  expect(target(requested)).toBe(SITE);
});

describe('an allowed address', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com', 'https://app.example.com/'],
    ['https://app.example.com/**', 'https://app.example.com/a/b.html?c=d#e'],
    ['https://*.example.com/*', 'https://preview.example.com/login'],
    ['https://app-?.example.com', 'https://app-1.example.com'],
    ['trellis://callback', 'trellis://callback#x'],
    ['http://localhost:*/**', 'http://localhost:5173/auth'],
  ])('%s allows %s', (pattern, requested) => {
    expect(target(requested, [pattern])).toBe(new URL(requested).href);
  });

  test.each([
    ['https://app.example.com', 'https://app.example.com/other'],
    ['https://app.example.com', 'https://app.example.com.evil.example'],
    ['https://*.example.com/**', 'https://evil.example/x.example.com/'],
    ['https://*.example.com', 'https://a.b.example.com'],
    ['https://app.example.com/**', 'https://app.example.com@evil.example/'],
    ['https://app.example.com/**', 'http://app.example.com/'],
    ['https://appXexample.com', 'https://app.example.com'],
    ['**', 'javascript:alert(1)'],
    ['**', 'blob:https://docs.example.com/1'],
  ])('%s does not allow %s', (pattern, requested) => {
    expect(target(requested, [pattern])).toBe(SITE);
  });
});
