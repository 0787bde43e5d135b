import { hydrate, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChangedRecords, type KeptRecord, watchRecords } from './kept-records.ts';

let queryClient: QueryClient;
let written: ChangedRecords[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 60_000 } } });
  written = [];
  stop = watchRecords(queryClient, (changed) => written.push(changed));
});

afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
});

async function read(key: string, answer: unknown, meta = {}): Promise<void> {
  await queryClient.fetchQuery({ queryKey: [key], queryFn: async () => answer, meta, retry: false });
}

/** The answers by key, of each time something was written. */
function whatWasWritten(): Record<string, unknown>[] {
  vi.advanceTimersByTime(1000);
  return written
    .splice(0)
    .map((changed) =>
      Object.fromEntries([...changed].map(([hash, record]) => [JSON.parse(hash)[0], record?.state.data])),
    );
}

test('an answer is kept, and written again only when it has changed', async () => {
  await read('tree', [{ id: 'a' }]);
  expect(whatWasWritten()).toEqual([{ tree: [{ id: 'a' }] }]);
  await read('tree', [{ id: 'a' }]);
  await queryClient.invalidateQueries();
  expect(whatWasWritten()).toEqual([]);
  await read('tree', [{ id: 'b' }]);
  expect(whatWasWritten()).toEqual([{ tree: [{ id: 'b' }] }]);
});

test('a changed answer is written without the others', async () => {
  await read('tree', ['a']);
  await read('members', ['me']);
  expect(whatWasWritten()).toEqual([{ tree: ['a'], members: ['me'] }]);
  queryClient.setQueryData(['tree'], ['a', 'b']);
  expect(whatWasWritten()).toEqual([{ tree: ['a', 'b'] }]);
});

test('changes in quick succession are written together, and not put off for ever', async () => {
  for (let at = 0; at < 10; at++) {
    queryClient.setQueryData(['tree'], [at]);
    vi.advanceTimersByTime(100);
  }
  expect(whatWasWritten()).toEqual([{ tree: [4] }, { tree: [9] }]);
});

test('failures, and answers that must not be kept, are not written', async () => {
  await read('texts', 'long', { isKept: false });
  const failing = queryClient.fetchQuery({
    queryKey: ['tree'],
    queryFn: async () => Promise.reject(new Error('no answer')),
    retry: false,
  });
  await expect(failing).rejects.toThrow();
  expect(whatWasWritten()).toEqual([]);
});

test('an answer kept before is not written again, and one that leaves the cache is forgotten', async () => {
  await read('tree', ['a']);
  vi.advanceTimersByTime(1000);
  const record = [...(written.splice(0)[0]?.values() ?? [])][0] as KeptRecord;
  stop();
  queryClient.clear();

  stop = watchRecords(queryClient, (changed) => written.push(changed));
  hydrate(queryClient, { queries: [record], mutations: [] });
  await queryClient.invalidateQueries({ refetchType: 'none' });
  expect(whatWasWritten()).toEqual([]);
  expect(queryClient.getQueryData(['tree'])).toEqual(['a']);
  vi.advanceTimersByTime(60_000);
  expect(whatWasWritten()).toEqual([{ tree: undefined }]);
});
