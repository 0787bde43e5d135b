import { expect, test } from 'vitest';
import { memberActions } from './member-actions.ts';

test.each([
  ['owner', 'owner', ['make-admin', 'make-member']],
  ['owner', 'admin', ['hand-over', 'make-owner', 'make-member', 'remove']],
  ['owner', 'member', ['hand-over', 'make-owner', 'make-admin', 'remove']],
  ['admin', 'owner', []],
  ['admin', 'admin', ['make-member', 'remove']],
  ['admin', 'member', ['make-admin', 'remove']],
  ['member', 'owner', []],
  ['member', 'admin', []],
  ['member', 'member', []],
] as const)('%s about %s', (own, theirs, actions) => {
  expect(memberActions({ own, theirs, isSelf: false, isReplaceable: true })).toEqual(actions);
});

test('everyone may leave, except the last owner', () => {
  const self = { isSelf: true, isReplaceable: false };
  expect(memberActions({ own: 'member', theirs: 'member', ...self })).toEqual(['leave']);
  expect(memberActions({ own: 'admin', theirs: 'admin', ...self })).toEqual(['leave']);
  expect(memberActions({ own: 'owner', theirs: 'owner', ...self })).toEqual([]);
  expect(memberActions({ own: 'owner', theirs: 'owner', ...self, isReplaceable: true })).toEqual(['leave']);
});
