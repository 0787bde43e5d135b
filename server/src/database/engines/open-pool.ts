/** The pool of every engine: its connections pipeline, and one that breaks ends nothing but its own work. */
import pg from 'pg';
import { watchLargeRows } from './large-rows.ts';

export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, pipeline: true });
  // A connection can break while it is checked out; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', watchLargeRows);
  // The pool replaces a connection that breaks while it is idle; others may listen, too, to report it.
  pool.on('error', () => undefined);
  return pool;
}
