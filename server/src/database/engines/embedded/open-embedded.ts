/**
 * Postgres inside this process: no server to run, one connection, files in a folder (or nothing but memory). A thread that is stuck in an
 * endless statement is ended here, and another one started.
 */
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { DiskFullError, requireRoom } from '../../../machine/disk-room.ts';
import { makeFolder } from '../../../machine/make-folder.ts';
import type { Snapshot } from '../../snapshot.ts';
import { beginSnapshot } from '../begin-snapshot.ts';
import { channelsOnPool } from '../channels.ts';
import type { Engine } from '../engine.ts';
import { openPool } from '../open-pool.ts';
import { lockDirectory } from './folder/directory-lock.ts';
import { findForeign } from './folder/foreign-files.ts';
import { copyRunning } from './folder/hot-copy.ts';
import { keepBackup } from './folder/kept-copies.ts';
import { giveMemoryBack } from './give-memory-back.ts';
import { keepHouse, withConnection } from './housekeeping.ts';
import { makeDatabaseUnlessThere } from './make/make-database.ts';
import { EMBEDDED_SHARING } from './sharing.ts';
import { type Borrow, DatabaseThread } from './thread/database-thread.ts';
import type { ThreadStart } from './thread/thread-messages.ts';
import { ThreadSocket } from './thread/thread-socket.ts';
import { watch } from './watchdog.ts';

// A Postgres server's own ErrorResponse to a statement that took too long (query_canceled).
const STATEMENT_TIMEOUT = errorResponse({
  S: 'ERROR',
  V: 'ERROR',
  C: '57014',
  M: 'canceling statement due to statement timeout',
});

const SNAPSHOT_FOLDER = 'snapshot';
const LONGEST_HOUSEKEEPING_MS = 60_000;
// The engine writes this much before it answers. With less room, its error does not say that the disk is full.
const LEAST_ROOM_MIB = 20;

interface EmbeddedEngine extends Engine {
  /** Writes a complete copy of the data to a file. */
  backup(file: string): Promise<void>;
}

/**
 * @param directory where the files are; made when missing
 * @param isDraft whether nothing is lost with it: it does not wait for the disk
 * @throws {Error} when another process has the folder open, or the database in it cannot be opened
 */
export async function openEmbedded(directory: string, { isDraft = false } = {}): Promise<Engine> {
  await makeFolder(directory);
  // The engine lets everyone read its files, and the folder around them may do so, too.
  await chmod(directory, 0o700);
  const lock = await lockDirectory(path.dirname(directory));
  try {
    // A crash may have left one.
    await rm(path.join(path.dirname(directory), SNAPSHOT_FOLDER), { recursive: true, force: true });
    await requireRoom(directory, LEAST_ROOM_MIB);
    await makeDatabaseUnlessThere(directory);
    return await start({ directory, isDraft, image: undefined }, async (thread) => {
      await thread.close();
      await lock.release();
    });
  } catch (error) {
    await lock.release();
    if (error instanceof DiskFullError) throw error;
    const foreign = await findForeign(directory);
    const why =
      foreign === undefined
        ? ` (${(error as Error).message}). docs/deploy.md says under "Back up" how to go back to a copy.`
        : `: ${foreign} belongs to another user. Give all of ${path.dirname(directory)} to the one who runs Trellis (chown -R).`;
    throw new Error(`The embedded database in ${directory} cannot be opened${why}`, { cause: error });
  }
}

/**
 * A database that is lost when the process ends.
 * @param image a file to start from, such as a backup
 */
export async function openInMemory(image?: string): Promise<EmbeddedEngine> {
  return start({ directory: undefined, image }, (thread) => thread.close());
}

/** Opens a database that is open already, in a thread that stays. */
export async function openBorrowed(borrow: Borrow): Promise<Engine> {
  const { thread, giveBack } = await borrow();
  return start({ directory: undefined, image: undefined }, giveBack, thread);
}

/** @param closeThread called when nothing goes to the thread any more */
async function start(
  options: ThreadStart,
  closeThread: (thread: DatabaseThread) => Promise<void>,
  thread = new DatabaseThread(options),
): Promise<EmbeddedEngine> {
  const { directory } = options;
  const threads = new Threads(options, thread);
  await threads.current().ready;
  let socket: ThreadSocket | undefined;
  const pool = openPool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    // A request that waits longer is refused for now.
    connectionTimeoutMillis: 10_000,
    stream: () => {
      socket = new ThreadSocket(() => threads.living());
      return socket;
    },
  });
  const backup = (file: string) => threads.current().backup(file);
  let unguard = () => {};
  let copies = 0;
  let isSyncing = false;
  const openSnapshot = async () => {
    // Everybody waits for a transaction on their one connection, but for one in a copy of the files.
    if (directory === undefined) return beginSnapshot(pool);
    copies++;
    try {
      // The copy begins with one. This one may take as long as the disk does, once it has begun.
      await withConnection(pool, (client) => {
        isSyncing = true;
        return client.query('checkpoint').finally(() => {
          isSyncing = false;
        });
      });
      return await snapshotOfCopy(pool, directory);
    } finally {
      copies--;
    }
  };
  return {
    pool,
    sharing: EMBEDDED_SHARING,
    isOpenToOthers: false,
    cancel: undefined,
    // The connection is free at once: the next transaction is sent right after this one's end.
    giveBack: (client, last) => {
      client.release();
      return last;
    },
    channels: channelsOnPool(pool),
    callerSettings: {},
    openSnapshot,
    backup,
    // A thousand small files, in less of a log than housekeeping waits for.
    settle: directory === undefined ? undefined : async () => void (await pool.query('checkpoint')),
    keepBackup:
      directory === undefined
        ? undefined
        : () => keepBackup(path.join(path.dirname(directory), 'backups'), backup),
    guard: (limitMs) => {
      // A database in memory would be lost with its thread.
      if (directory === undefined) return;
      unguard();
      const housekeeping = keepHouse(pool, () => copies > 0);
      const unwatch = watch(
        () => threads.current().progress,
        () => (isSyncing || housekeeping.isUnderWay ? LONGEST_HOUSEKEEPING_MS : limitMs()),
        () => {
          // Kill first: the next client connects at once, and must not get the ending thread.
          void threads.current().kill();
          socket?.refuse(STATEMENT_TIMEOUT);
          pool.emit(
            'error',
            new Error('A statement took too long: the embedded database was started again.'),
          );
        },
      );
      const isNeeded = () => isSyncing || copies > 0 || housekeeping.isUnderWay;
      const keepMemory = giveMemoryBack(pool, () => threads.current(), isNeeded);
      unguard = () => {
        housekeeping.stop();
        unwatch();
        keepMemory();
      };
    },
    close: async () => {
      unguard();
      await closeThread(threads.current());
    },
  };
}

/** Needs room for the files once more, and memory for a second engine. */
async function snapshotOfCopy(pool: pg.Pool, directory: string): Promise<Snapshot> {
  const folder = path.join(path.dirname(directory), SNAPSHOT_FOLDER);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const target = path.join(folder, 'database');
    await copyRunning(pool, directory, target);
    const engine = await openEmbedded(target, { isDraft: true });
    const { client, ...snapshot } = await beginSnapshot(engine.pool);
    return {
      client,
      [Symbol.asyncDispose]: async () => {
        await snapshot[Symbol.asyncDispose]();
        await engine.pool.end();
        await engine.close();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** There is one thread at a time. A broken one is replaced, unless its data was lost with it. */
class Threads {
  readonly #options: ThreadStart;
  #thread: DatabaseThread;

  constructor(options: ThreadStart, first: DatabaseThread) {
    this.#options = options;
    this.#thread = first;
  }

  /** The thread to connect to; if the last one is ending, its successor. */
  async living(): Promise<DatabaseThread> {
    if (this.#thread.isEnding) await this.#thread.ended;
    return this.current();
  }

  current(): DatabaseThread {
    if (this.#thread.hasEnded && this.#options.directory !== undefined)
      this.#thread = new DatabaseThread(this.#options);
    return this.#thread;
  }
}

/**
 * @param fields by their one-letter types: https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = `${Object.entries(fields)
    .map(([type, value]) => `${type}${value}\0`)
    .join('')}\0`;
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
