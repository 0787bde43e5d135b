import { expect, test } from 'vitest';
import { readNotionPageId } from './notion-page-id.ts';

const ID = '1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d';
const BARE = ID.replaceAll('-', '');

test.each([
  ID,
  BARE,
  ` ${BARE.toUpperCase()} `,
  `https://www.notion.so/acme/Roadmap-2026-${BARE}?pvs=4`,
  `https://www.notion.so/${BARE}`,
  `https://acme.notion.site/Roadmap-${BARE}#section`,
  `notion.so/${ID}`,
  `https://www.notion.so/acme/${'0'.repeat(32)}?v=${'1'.repeat(32)}&p=${BARE}&pm=s`,
])('%s names a page', (typed) => {
  expect(readNotionPageId(typed)).toBe(ID);
});

test('a blank text stands for no page', () => {
  expect(readNotionPageId('  ')).toBeNull();
});

test.each([
  'Roadmap',
  BARE.slice(1),
  `${BARE}0`,
  `https://example.com/${BARE}`,
  `https://notion.so.example.com/${BARE}`,
  `https://notnotion.so/${BARE}`,
  `http://www.notion.so/${BARE}`,
  `javascript:alert("${BARE}")`,
  'https://www.notion.so/',
  'https://',
])('%s names no page', (typed) => {
  expect(readNotionPageId(typed)).toBeUndefined();
});
