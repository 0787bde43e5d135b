/** Notices which answers in the cache differ from those that are kept, one record for each query. */
import {
  type DehydratedState,
  defaultShouldDehydrateQuery,
  dehydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';

export type KeptRecord = DehydratedState['queries'][number];

/** What has changed since the last time, by the query's hash; undefined for what is to be kept no longer. */
export type ChangedRecords = ReadonlyMap<string, KeptRecord | undefined>;

const WRITE_AFTER_MS = 500;

/**
 * @param write told of the changes of half a second at a time; not of an answer that says what the one before said
 * @returns what ends it
 */
export function watchRecords(queryClient: QueryClient, write: (changed: ChangedRecords) => void): () => void {
  const kept = new Map<string, unknown>();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (hash: string) => {
    changed.add(hash);
    timer ??= setTimeout(flush, WRITE_AFTER_MS);
  };
  const flush = () => {
    timer = undefined;
    const shouldDehydrateQuery = (query: Query) => changed.has(query.queryHash) && isKept(query);
    const { queries } = dehydrate(queryClient, { shouldDehydrateQuery });
    const records = new Map(queries.map((record) => [record.queryHash, record]));
    write(new Map([...changed].map((hash) => [hash, records.get(hash)])));
    changed.clear();
  };
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const { queryHash, state } = event.query;
    // One that enters the cache with an answer has it from here.
    if (event.type === 'added' && state.data !== undefined) kept.set(queryHash, state.data);
    else if (event.type === 'removed' && kept.delete(queryHash)) note(queryHash);
    else if (event.type === 'updated' && isKept(event.query) && kept.get(queryHash) !== state.data) {
      kept.set(queryHash, state.data);
      note(queryHash);
    }
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** What is large and seldom looked at twice says `isKept: false` in its meta. */
function isKept(query: Query): boolean {
  return defaultShouldDehydrateQuery(query) && query.meta?.isKept !== false;
}
