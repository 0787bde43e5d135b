import { expect, test } from 'vitest';
import { imageSource } from './image-source.ts';
import { linkTarget } from './link-target.ts';

const ORIGIN = 'https://trellis.example';

test.each([
  ['/dashboard/pages/1', { kind: 'inside', path: '/dashboard/pages/1' }],
  ['https://trellis.example/dashboard/pages/1#a', { kind: 'inside', path: '/dashboard/pages/1#a' }],
  ['https://example.com/a', { kind: 'outside', url: 'https://example.com/a' }],
  ['//example.com/a', { kind: 'outside', url: 'https://example.com/a' }],
  ['www.example.com', { kind: 'outside', url: 'https://www.example.com' }],
  ['a@example.com', { kind: 'outside', url: 'mailto:a@example.com' }],
])('%s leads somewhere', (address, target) => {
  expect(linkTarget(address, ORIGIN)).toEqual(target);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://trellis.example/1',
  'https://',
  'other-page.md',
  '',
])('%j leads nowhere', (address) => {
  expect(linkTarget(address, ORIGIN)).toEqual({ kind: 'nowhere' });
});

test('an image from elsewhere waits for the reader, one that could run or listen is not shown', () => {
  expect(imageSource('https://example.com/a.png', ORIGIN)).toMatchObject({
    kind: 'remote',
    host: 'example.com',
  });
  expect(imageSource('//example.com/a.png', ORIGIN)).toMatchObject({ kind: 'remote' });
  expect(imageSource('/favicon.svg', ORIGIN)).toMatchObject({ kind: 'safe' });
  expect(imageSource('data:image/png;base64,AAAA', ORIGIN)).toMatchObject({ kind: 'safe' });
  for (const none of ['http://example.com/a.png', 'data:image/svg+xml,<svg/>', 'javascript:1', 'a.png']) {
    expect(imageSource(none, ORIGIN), none).toEqual({ kind: 'none' });
  }
});
