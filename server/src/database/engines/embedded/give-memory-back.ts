/**
 * Restarts the embedded Postgres when statements have made it large. It keeps all memory that it ever had; a thread
 * that ends gives everything back. That takes less than a second, at a moment when nobody asks for anything, or a
 * minute later.
 */
import type pg from 'pg';
import type { DatabaseThread } from './thread/database-thread.ts';

const TICK_MS = 250;
const QUIET_TICKS = 4;
const MOST_TICKS = 240;

/**
 * @param thread the one that runs now
 * @param isNeeded whether something goes on that another thread could not go on with
 * @returns stops looking
 */
export function giveMemoryBack(
  pool: pg.Pool,
  thread: () => DatabaseThread,
  isNeeded: () => boolean,
): () => void {
  let [quiet, waited] = [0, 0];
  let isUnderWay = false;
  const look = async () => {
    const current = thread();
    if (isUnderWay || !current.isLarge || isNeeded()) return;
    const isQuiet = pool.idleCount === pool.totalCount && pool.waitingCount === 0 && !current.progress.busy;
    quiet = isQuiet ? quiet + 1 : 0;
    waited++;
    if (quiet < QUIET_TICKS && waited < MOST_TICKS) return;
    [quiet, waited] = [0, 0];
    isUnderWay = true;
    // A thread that broke meanwhile is replaced as well.
    await end(pool, current).catch(() => undefined);
    isUnderWay = false;
  };
  const timer = setInterval(() => void look(), TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function end(pool: pg.Pool, thread: DatabaseThread): Promise<void> {
  // The one connection: whoever asks meanwhile waits for the next.
  const client = await pool.connect();
  client.on('error', () => undefined);
  try {
    // Everything that was sent over it before has been answered then.
    await client.query('select 1');
    await thread.close();
  } finally {
    client.release(true);
  }
}
