/**
 * Which queries are asked again for which announcement, with a real cache and something on the screen for each
 * of them.
 */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PagesChange } from '../../../lib/page/pages-updated.ts';
import { pendingChanges } from '../../../lib/queries/pending-changes.ts';
import type { TreePage } from '../tree/page-forest.ts';
import { refreshPages } from './refresh-pages.ts';

const TREE = ['pages', 'tree', 'workspace'];
const KEYS = [
  TREE,
  ['pages', 'favorites', 'person'],
  ['pages', 'trash', 'workspace'],
  ['pages', 'workspace', 'plan'],
  ['pages', 'archived', 'plan'],
  ['pages', 'activity', 'workspace'],
  ['pages', 'backlinks', 'plan'],
  ['pages', 'backlinks', 'other'],
  ['pages', 'versions', 'plan'],
  ['pages', 'versions', 'other'],
  ['pages', 'search', 'workspace', 'word'],
  ['pages', 'history-page', 'plan'],
  ['pages', 'not in the table', 'plan'],
];
const EVERY_KEY = KEYS.map((key) => key.join(' '));

let queryClient: QueryClient;
let asked: string[];
let stops: (() => void)[];

beforeEach(async () => {
  queryClient = new QueryClient();
  asked = [];
  stops = KEYS.map((queryKey) => {
    const queryFn = async () => {
      asked.push(queryKey.join(' '));
      return queryKey === TREE ? [page('plan', 'Plan'), page('other', 'Other')] : queryKey.join(' ');
    };
    return new QueryObserver<unknown>(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  });
  await settled();
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops) stop();
  queryClient.clear();
});

function page(id: string, name: string): TreePage {
  return {
    id,
    parent_id: null,
    name,
    order_index: 1,
    created_at: '',
    visibility: 'workspace',
    notion_page_id: null,
  };
}

async function tell(change: PagesChange, isSeen = true): Promise<string[]> {
  refreshPages(queryClient, change, isSeen);
  await settled();
  return asked.toSorted();
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function namesInTree(): string[] | undefined {
  return queryClient.getQueryData<TreePage[]>(TREE)?.map(({ name }) => name);
}

const SHOWING_PLAN = ['pages activity workspace', 'pages history-page plan', 'pages versions plan'];

test('a saved text refreshes only the queries listed as showing it', async () => {
  expect(await tell({ kind: 'texts', pageId: 'plan', name: 'Plan' })).toEqual(SHOWING_PLAN);
});

test('search and backlinks are read again when the server has done the work behind a save', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await tell({ kind: 'texts', pageId: 'plan', name: 'Plan' });
  asked = [];
  await vi.advanceTimersByTimeAsync(3000);
  await settled();
  // The links in a page's text lead to others.
  expect(asked.toSorted()).toEqual(['pages backlinks other', 'pages search workspace word']);
});

test('a text that others saved refreshes no backlinks, as the server tells of links', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await tell({ kind: 'told-texts', pageId: 'plan', updatedAt: '' })).toEqual(SHOWING_PLAN);
  asked = [];
  await vi.advanceTimersByTimeAsync(3000);
  await settled();
  expect(asked).toEqual(['pages search workspace word']);
});

test('a saved text leaves the tree as it is, a saved name changes its row alone', async () => {
  const before = queryClient.getQueryData<TreePage[]>(TREE);
  await tell({ kind: 'texts', pageId: 'plan', name: 'Plan' });
  expect(queryClient.getQueryData(TREE)).toBe(before);
  await tell({ kind: 'texts', pageId: 'plan', name: 'Roadmap' });
  expect(namesInTree()).toEqual(['Roadmap', 'Other']);
  expect(queryClient.getQueryData<TreePage[]>(TREE)?.[1]).toBe(before?.[1]);
  await tell({ kind: 'texts', pageId: 'plan', name: ' ' });
  expect(namesInTree()).toEqual(['Untitled', 'Other']);
  expect(asked).not.toContain('pages tree workspace');
});

test('a name saved while the tree is read is in the tree that comes', async () => {
  const { promise, resolve } = Promise.withResolvers<TreePage[]>();
  const reading = queryClient.fetchQuery({
    queryKey: TREE,
    queryFn: () => pendingChanges<TreePage>(queryClient, TREE).read(() => promise),
  });
  await tell({ kind: 'texts', pageId: 'plan', name: 'Roadmap' });
  resolve([page('plan', 'Plan'), page('other', 'Other')]);
  await reading;
  expect(namesInTree()).toEqual(['Roadmap', 'Other']);
});

test('favorites are read again alone; a changed tree, and an unknown change, refreshes everything', async () => {
  expect(await tell({ kind: 'favorites' })).toEqual(['pages favorites person']);
  asked = [];
  expect(await tell({ kind: 'tree' })).toEqual(EVERY_KEY.toSorted());
  asked = [];
  expect(await tell({ kind: 'anything' })).toEqual(EVERY_KEY.toSorted());
});

test('a hidden tab reads nothing, and knows that it will have to', async () => {
  expect(await tell({ kind: 'tree' }, false)).toEqual([]);
  expect(queryClient.getQueryState(TREE)?.isInvalidated).toBe(true);
  await tell({ kind: 'texts', pageId: 'plan', name: 'Roadmap' }, false);
  expect(namesInTree()).toEqual(['Roadmap', 'Other']);
  expect(queryClient.getQueryState(TREE)?.isInvalidated).toBe(true);
});
