/**
 * The thread in which the embedded Postgres runs: it opens the database and answers the wire protocol's bytes. A
 * statement keeps its thread busy until it is done, so it must not be the one that serves requests.
 */
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { databaseMemoryMb } from '../../../../machine/memory-need.ts';
import { LightPglite } from './light-pglite.ts';
import { limitMemory } from './limit-memory.ts';
import { SYNCED, SyncedFolder, UNSYNCED } from './synced-folder.ts';
import { type FromThread, joined, type ThreadStart, type ToThread } from './thread-messages.ts';

// Postgres' own default of 128 MB is most of the process; the files are in the operating system's cache anyway.
const SHARED_BUFFERS = 'shared_buffers=32MB';
// The part of the log that is kept for later use: its own default of a gigabyte is meant for a server's disk
// (see housekeeping.ts).
const LEAST_LOG = 'min_wal_size=32MB';
const MOST_LOG = 'max_wal_size=64MB';

// Postgres holds an answer several times while it makes it, and lists within lists once more for each level: beyond this, it says
// that it has too little memory.
const MOST_MEMORY_BYTES = databaseMemoryMb() * 1024 * 1024;
// It begins with some 150 MB, and saves and reads of large pages stay below.
const LARGE_BYTES = Math.min(256 * 1024 * 1024, (3 * MOST_MEMORY_BYTES) / 4);

// A smaller answer is not worth a message of its own.
const PART_BYTES = 1024 * 1024;

const { directory, isDraft = false, image } = workerData as ThreadStart;
const port = parentPort as MessagePort;

let isLarge = false;
limitMemory(MOST_MEMORY_BYTES, (bytes) => {
  if (isLarge || bytes < LARGE_BYTES) return;
  isLarge = true;
  say({ kind: 'large' });
});
const synced = directory === undefined || isDraft ? undefined : new SyncedFolder(directory);
const pglite = new LightPglite({
  ...(synced ? { fs: synced } : directory === undefined ? {} : { dataDir: directory }),
  ...(image === undefined ? {} : { loadDataDir: await openAsBlob(image) }),
  // Files beside the engine's own, opened when a database that uses them is.
  extensions: { btree_gin, pg_trgm, unaccent },
  startParams: [
    ...PGlite.defaultStartParams.filter((it) => !synced || it !== UNSYNCED),
    ...SYNCED,
    ...[SHARED_BUFFERS, LEAST_LOG, MOST_LOG].flatMap((it) => ['-c', it]),
  ],
});
await pglite.waitReady;
synced?.opened();
port.on('message', (message: ToThread) => {
  if (message instanceof Uint8Array) void answer(message);
  else if (message.kind === 'connect') void connect();
  else if (message.kind === 'backup') void backup(message.file);
  else void close();
});
say({ kind: 'ready' });

/**
 * An error that Postgres reports is part of the answer; one that is thrown has broken the engine, and ends the thread.
 * The answer comes in pieces, as the engine would write them to a socket: asked for a whole answer, the engine parses
 * it, too. That takes a fifth of the time of a tree of 10,000 pages, and the other side parses it anyway. The pieces of
 * a large answer are sent as they come, so that it is in memory once, or not at all where nobody wants it.
 */
async function answer(bytes: Uint8Array): Promise<void> {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  await pglite.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (piece) => {
      // In memory of their own: the engine's is about to hold something else.
      pieces.push(piece.slice());
      length += piece.length;
      if (length < PART_BYTES) return;
      const part = whole(pieces);
      port.postMessage({ kind: 'part', bytes: part } satisfies FromThread, [part.buffer]);
      pieces = [];
      length = 0;
    },
  });
  const answered = whole(pieces);
  port.postMessage(answered, [answered.buffer]);
}

/** @param pieces in memory of their own */
function whole(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = pieces;
  return pieces.length === 1 && only ? only : joined(pieces);
}

/** There is one backend for every connection that ever comes: each finds it as new. */
async function connect(): Promise<void> {
  await pglite.exec('rollback');
  await pglite.exec('discard all');
  say({ kind: 'connected' });
}

async function backup(file: string): Promise<void> {
  let problem: string | undefined;
  try {
    const archive = await pglite.dumpDataDir('gzip');
    await writeFile(file, archive.stream(), { mode: 0o600, flush: true });
  } catch (error) {
    problem = (error as Error).message;
  }
  say({ kind: 'backup-written', problem });
}

async function close(): Promise<void> {
  await pglite.close();
  port.close();
}

function say(message: FromThread): void {
  port.postMessage(message);
}
