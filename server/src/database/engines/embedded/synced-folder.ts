/**
 * A folder whose files are on the disk when the engine says so. The engine's own file system takes every `fsync` for done, so a
 * power cut would cost what was answered as saved, and worse, what the log relies on.
 */
import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Start parameters that ask for it: one call for the log at each commit, and one for each changed file at a checkpoint. */
export const SYNCED = ['-c', 'wal_sync_method=fsync'];
/** The engine's own parameter that leaves all of them out. */
export const UNSYNCED = '-F';

/** What this file knows of the engine's inside. */
interface Inside {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
    /** Turns the system's errors into those that Postgres knows. */
    tryFSOperation<Result>(operation: () => Result): Result;
  };
}

export class SyncedFolder extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const { preRun = [] } = emscriptenOpts;
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(Array.isArray(preRun) ? preRun : [preRun]),
          (inside) => sync(inside as unknown as Inside),
        ],
      },
    };
  }
}

function sync({ NODEFS }: Inside): void {
  NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => syncFile(nfd));
}

function syncFile(descriptor: number): number {
  try {
    fs.fsyncSync(descriptor);
  } catch (error) {
    // Windows syncs no folders.
    if (process.platform !== 'win32' || !fs.fstatSync(descriptor).isDirectory()) throw error;
  }
  return 0;
}
