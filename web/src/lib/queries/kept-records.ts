/** Notices which answers in the cache differ from those that are kept, one record for each query. */
import {
  type DehydratedState,
  defaultShouldDehydrateQuery,
  dehydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';

export type KeptRecord = DehydratedState['queries'][number];

/** The changes since the last write, by the query's hash; undefined removes the record. */
export type ChangedRecords = ReadonlyMap<string, KeptRecord | undefined>;

const WRITE_AFTER_MS = 500;

/**
 * @param write gets the changes of half a second at a time; an answer like the one before is no change
 * @returns how to stop
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
    // A query added with an answer has it from the records.
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

/** Large and seldom reused answers have `isKept: false` in their query's meta. */
function isKept(query: Query): boolean {
  return defaultShouldDehydrateQuery(query) && query.meta?.isKept !== false;
}
