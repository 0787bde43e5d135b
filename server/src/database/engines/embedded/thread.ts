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
import type { FromThread, ThreadStart, ToThread } from './thread-messages.ts';

// Postgres' own default of 128 MB is most of the process; the files are in the operating system's cache anyway.
const SHARED_BUFFERS = 'shared_buffers=32MB';

const { directory, image } = workerData as ThreadStart;
const port = parentPort as MessagePort;

const pglite = await PGlite.create({
  ...(directory === undefined ? {} : { dataDir: directory }),
  ...(image === undefined ? {} : { loadDataDir: await openAsBlob(image) }),
  // Files beside the engine's own, opened when a database that uses them is.
  extensions: { btree_gin, pg_trgm, unaccent },
  startParams: [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS],
});
port.on('message', (message: ToThread) => {
  if (message instanceof Uint8Array) answer(message);
  else if (message.kind === 'connect') void connect();
  else if (message.kind === 'backup') void backup(message.file);
  else void close();
});
say({ kind: 'ready' });

/** An error that Postgres reports is part of the answer; one that is thrown has broken the engine, and ends the thread. */
function answer(bytes: Uint8Array): void {
  const answered = ownMemory(pglite.execProtocolRawSync(bytes));
  port.postMessage(answered, [answered.buffer]);
}

/** A message takes its memory along: the engine's own buffer must stay. */
function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
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
