/**
 * A folder whose files are on the disk when the engine says so. The engine's own file system takes every `fsync` for done, so a
 * power cut would cost what was answered as saved, and worse, what the log relies on.
 */
import fs from 'node:fs';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Start parameters that ask for it: one call for the log at each commit, and one for each changed file at a checkpoint. */
export const SYNCED = ['-c', 'wal_sync_method=fsync'];
/** The engine's own parameter that leaves all of them out. */
export const UNSYNCED = '-F';

// Times of files are a little coarse.
const SLACK_MS = 2000;

/** The parts of the engine's inside that this file knows. */
interface Inside {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
    /** Turns the system's errors into those that Postgres knows. */
    tryFSOperation<Result>(operation: () => Result): Result;
  };
}

export class SyncedFolder extends NodeFS {
  /** Files that were changed last before this are on the disk. */
  #knownSince: number;

  constructor(directory: string) {
    super(directory);
    this.#knownSince = timeOfCheckpoint(directory) - SLACK_MS;
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const { preRun = [] } = emscriptenOpts;
    const sync = ({ NODEFS }: Inside) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => NODEFS.tryFSOperation(() => this.#sync(nfd));
    };
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

  /** From now on, all that is asked for is synced, whatever the clock says. */
  opened(): void {
    this.#knownSince = -Infinity;
  }

  #sync(descriptor: number): number {
    const { mtimeMs, isFolder } = statOf(descriptor);
    // After a crash the engine asks for each of a thousand files, which takes seconds.
    if (!isFolder && mtimeMs < this.#knownSince) return 0;
    try {
      fs.fsyncSync(descriptor);
    } catch (error) {
      // Windows syncs no folders.
      if (process.platform !== 'win32' || !isFolder) throw error;
    }
    return 0;
  }
}

function statOf(descriptor: number) {
  const found = fs.fstatSync(descriptor);
  return { mtimeMs: found.mtimeMs, isFolder: found.isDirectory() };
}

/** At its end it has synced whatever was written before: there is one process, which does nothing else meanwhile. */
function timeOfCheckpoint(directory: string): number {
  const control = fs.statSync(path.join(directory, 'global/pg_control'), { throwIfNoEntry: false });
  return control?.mtimeMs ?? -Infinity;
}
