/**
 * Keeps the answers that a person has seen in this browser, so that the app opens with them when the server cannot be
 * reached. One IndexedDB database per person, deleted when they sign out. A browser without IndexedDB keeps nothing.
 */
import {
  type DehydratedState,
  defaultShouldDehydrateQuery,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import * as idb from 'lib0/indexeddb';

// To be changed when a query's key stays and its data gets another form.
const FORMAT = 1;
const WRITE_AFTER_MS = 500;
const STORE = 'answers';

function databaseName(userId: string): string {
  return `trellis-seen-${userId}`;
}

/** Fills a fresh cache with what was kept. Never rejects. */
export async function restoreQueries(queryClient: QueryClient, userId: string): Promise<void> {
  try {
    const database = await open(userId);
    const [store] = idb.transact(database, [STORE], 'readonly');
    const kept: unknown = store && (await idb.get(store, FORMAT));
    database.close();
    if (!kept) return;
    hydrate(queryClient, kept as DehydratedState);
    // However young: what has happened since it was kept is not in it.
    await queryClient.invalidateQueries({ refetchType: 'none' });
  } catch {
    // Read from the server then.
  }
}

/** Keeps what the cache holds from now on, until the returned function is called. */
export function keepQueries(queryClient: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(queryClient, userId), WRITE_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Deletes what was kept, as soon as no tab is writing it any more. */
export function forgetQueries(userId: string): void {
  indexedDB.deleteDatabase(databaseName(userId));
}

async function write(queryClient: QueryClient, userId: string): Promise<void> {
  try {
    const database = await open(userId);
    const [store] = idb.transact(database, [STORE], 'readwrite');
    // The types of lib0 know no objects, IndexedDB does.
    store?.put(dehydrate(queryClient, { shouldDehydrateQuery: isKept }), FORMAT);
    database.close();
  } catch {
    // The next visit begins with what was kept before.
  }
}

/** What is large and seldom looked at twice says `isKept: false` in its meta. */
function isKept(query: Query): boolean {
  return defaultShouldDehydrateQuery(query) && query.meta?.isKept !== false;
}

function open(userId: string): Promise<IDBDatabase> {
  return idb.openDB(databaseName(userId), (database) => idb.createStores(database, [[STORE]]));
}
