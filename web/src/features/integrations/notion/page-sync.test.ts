import { expect, test } from 'vitest';
import { explainSync, nameBlocks, needsChoice, readBlocks } from './page-sync.ts';
import { noteFor } from './state/brought-page.ts';

test('blocks have everyday names, and are counted', () => {
  const blocks = [
    { type: 'bookmark', count: 1 },
    { type: 'synced_block', count: 2 },
    { type: 'ai_block', count: 1 },
  ];
  expect(nameBlocks(blocks)).toBe('1 bookmark, 2 synced blocks, 1 “ai block” block');
  expect(explainSync({ state: 'blocked', reason: 'blocks', blocks })).toContain('1 bookmark');
});

test('a page in step, or not looked at yet, needs no words', () => {
  for (const state of ['synced', 'waiting'] as const)
    expect(explainSync({ state, reason: null, blocks: [] })).toBeUndefined();
});

test('a page says that another page writes to the same one at Notion', () => {
  expect(explainSync({ state: 'blocked', reason: 'linked-twice', blocks: [] })).toContain(
    'Another page here',
  );
});

test('a reason unknown to this version is still told', () => {
  expect(explainSync({ state: 'failed', reason: 'from-the-future', blocks: [] })).toBe(
    'Something went wrong. The next sync tries again.',
  );
});

test('a person chooses where only a person can', () => {
  expect(needsChoice({ state: 'conflict' })).toBe(true);
  expect(needsChoice({ state: 'emptied' })).toBe(true);
  expect(needsChoice({ state: 'gone' })).toBe(false);
});

test.each([null, 'x', [null], [{ type: 1, count: 2 }], [{ type: 'a' }]])('%j are no blocks', (value) => {
  expect(readBlocks(value)).toEqual([]);
});

test('a page that came says what it left behind, one that did not says why', () => {
  const left = [{ type: 'child_database', count: 1 }];
  expect(noteFor({ status: 'imported', reason: null, left })).toBe('Without 1 database');
  expect(noteFor({ status: 'here', reason: null, left: [] })).toBe('Already here');
  expect(noteFor({ status: 'skipped', reason: 'not-shared', left })).toBe('Not shared with Trellis');
  expect(noteFor({ status: 'skipped', reason: 'x', left: [] })).toBe('Something went wrong');
});
