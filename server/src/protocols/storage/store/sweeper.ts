/**
 * Removes the bytes that no row has: of deleted and replaced files soon, of uploads whose process died after their lease.
 * Every process tries; each file is removed by one of them.
 */
import type { Database } from '../../../database/database.ts';
import type { Observe } from '../../../observe/observation.ts';
import {
  beginRemoval,
  endAllLeases,
  endRemoval,
  forgetExpired,
  type LooseFile,
  renewUploads,
} from './loose-files.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 50;

/** Places where bytes are. */
export interface Places {
  readonly files: { remove(version: string): Promise<void> };
  readonly unfinished: { remove(version: string): Promise<void> };
  /** The bytes of uploads in several requests, wherever they are. */
  readonly uploadBytes: { remove(version: string): Promise<void> };
}

export interface Sweeper {
  /** Removes what is due, soon. */
  run(): void;
  /** Keeps the bytes of an upload from being removed until it is let go. */
  guard(version: string): Disposable;
  /** Resolves when nothing is being removed any more. */
  stop(): Promise<void>;
}

/** @param isAlone whether no other process uses the database */
export async function startSweeper(
  database: Pick<Database, 'asOwner'>,
  places: Places,
  isAlone: boolean,
  observe: Observe,
): Promise<Sweeper> {
  const guarded = new Set<string>();
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  async function work(): Promise<void> {
    if (guarded.size > 0) await renewUploads(database, [...guarded]);
    // A crash between a file's row and the end of the upload leaves its bytes in both places.
    for (const version of await forgetExpired(database)) await places.uploadBytes.remove(version);
    let [abandoned, found] = [0, 0];
    for (let removed = AT_ONCE; removed === AT_ONCE && !isStopped; ) {
      const due = await removeDue(database, places, observe);
      removed = due.length;
      abandoned += due.filter(({ is_upload }) => is_upload).length;
      found += due.filter(({ was_found }) => was_found).length;
    }
    if (abandoned > 0) observe({ kind: 'abandoned-uploads-removed', files: abandoned });
    if (found > 0) observe({ kind: 'unknown-files-removed', files: found });
  }

  function run(): void {
    isAskedAgain = running !== undefined;
    if (running || isStopped) return;
    running = work()
      .catch((error: unknown) => observe({ kind: 'background-failed', error }))
      .then(() => {
        running = undefined;
        if (isAskedAgain) run();
      });
  }

  if (isAlone) await endAllLeases(database);
  run();
  const timer = setInterval(run, EVERY_MS).unref();
  return {
    run,
    guard: (version) => {
      guarded.add(version);
      return { [Symbol.dispose]: () => void guarded.delete(version) };
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * @returns those that are removed. A version that cannot be removed now is tried again later, and does not stop the
 * others.
 */
async function removeDue(
  database: Pick<Database, 'asOwner'>,
  { files, unfinished }: Places,
  observe: Observe,
): Promise<readonly LooseFile[]> {
  const due = await beginRemoval(database, AT_ONCE);
  const results = await Promise.allSettled(
    due.map(async (file) => {
      await Promise.all([files.remove(file.version), unfinished.remove(file.version)]);
      return file;
    }),
  );
  const removed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (removed.length > 0)
    await endRemoval(
      database,
      removed.map(({ version }) => version),
    );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) observe({ kind: 'background-failed', error: failed.reason });
  return removed;
}
