import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { watchMemberships } from './watch-memberships.ts';

const MEMBERSHIPS = ['memberships', 'ada'];
const [OURS, THEIRS] = [
  { id: 'ours', name: 'Ours' },
  { id: 'theirs', name: 'Theirs' },
];
const PAGES = { ours: ['page-1', 'page-2'], theirs: ['page-3', 'page-4'] } as const;

function fill(queryClient: QueryClient): void {
  for (const [id, [page, old]] of Object.entries(PAGES)) {
    queryClient.setQueryData(['pages', 'tree', id], [{ id: page, name: 'Secret' }]);
    queryClient.setQueryData(['pages', 'trash', id], [{ id: old, name: 'Old secret' }]);
    queryClient.setQueryData(['pages', 'activity', id], { pages: [], pageParams: [] });
    queryClient.setQueryData(['pages', 'backlinks', page], [{ id: 'page-5' }]);
    queryClient.setQueryData(['versions', old], ['text']);
    queryClient.setQueryData(['members', id], [{ id: 'm' }]);
  }
  queryClient.setQueryData(['workspaces', 'ada'], [OURS, THEIRS]);
  queryClient.setQueryData(['devices', 'ada'], ['here']);
  queryClient.setQueryData(MEMBERSHIPS, [OURS, THEIRS]);
}

const left = (queryClient: QueryClient) => JSON.stringify(dehydrate(queryClient));

test('the answers of a workspace go with the membership, and no others', () => {
  const queryClient = new QueryClient();
  const lost: string[] = [];
  const end = watchMemberships(queryClient, MEMBERSHIPS, (pageIds) => lost.push(...pageIds));
  fill(queryClient);
  queryClient.setQueryData(MEMBERSHIPS, [OURS, THEIRS]);
  expect(lost).toEqual([]);

  queryClient.setQueryData(MEMBERSHIPS, [OURS]);
  expect(left(queryClient)).not.toMatch(/theirs|page-3|page-4/);
  expect(lost.toSorted()).toEqual(['page-3', 'page-4']);
  for (const key of [['pages', 'tree', 'ours'], ['versions', 'page-2'], ['devices', 'ada'], MEMBERSHIPS])
    expect(queryClient.getQueryData(key)).toBeDefined();
  end();
  queryClient.clear();
});

test('a workspace lost since the last visit goes when the list is read again', async () => {
  const before = new QueryClient();
  fill(before);
  const queryClient = new QueryClient();
  let told = 0;
  const end = watchMemberships(queryClient, MEMBERSHIPS, () => {
    told += 1;
  });
  hydrate(queryClient, dehydrate(before));
  expect(left(queryClient)).toContain('theirs');
  await queryClient.resetQueries({ queryKey: MEMBERSHIPS });
  queryClient.setQueryData(MEMBERSHIPS, [OURS]);
  expect(left(queryClient)).not.toContain('theirs');
  expect(told).toBe(1);
  end();
  before.clear();
  queryClient.clear();
});
