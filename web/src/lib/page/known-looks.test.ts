import { expect, test } from 'vitest';
import { type LookColumns, readLook, writeLook } from './known-looks.ts';

const USUAL: LookColumns = {
  icon: null,
  cover: null,
  is_full_width: false,
  has_small_text: false,
  is_locked: false,
};

test.each<Partial<LookColumns>>([
  {},
  { icon: '👩🏽‍💻', cover: 'dawn' },
  { icon: 'rocket/blue', is_full_width: true, has_small_text: true, is_locked: true },
])('a look is read from a file as it was written: %o', (part) => {
  const look = { ...USUAL, ...part };
  expect(readLook(writeLook(look))).toEqual(look);
});

test.each([
  '',
  'a',
  '🚀🚀',
  '🚀x',
  'rocket',
  'rocket/black',
  'skull/blue',
  'rocket/blue/x',
  '<b>',
  '../x/blue',
])('%s in a file is no icon', (icon) => {
  expect(readLook({ icon, cover: 'url(x)', width: 'wide', size: 'true', locked: 'no' })).toEqual(USUAL);
});
