/** The database, with a span around each of its uses. */

import { noTracing, type Tracing } from '../observe/tracing/tracing.ts';
import type { Database } from './database.ts';

export function traceDatabase(database: Database, tracing: Tracing): Database {
  if (tracing === noTracing) return database;
  return {
    asCaller: (caller, options, work) =>
      tracing.database(`transaction as ${caller.role}`, () => database.asCaller(caller, options, work)),
    readRow: (caller, statement, admit) =>
      tracing.database(`read a row as ${caller.role}`, () => database.readRow(caller, statement, admit)),
    asOwner: (work, options) =>
      tracing.database('transaction as the owner', () => database.asOwner(work, options)),
    listen: (channel, listener) => database.listen(channel, listener),
    connections: () => database.connections(),
    ping: (timeoutMs) => database.ping(timeoutMs),
    schemaProblem: () => database.schemaProblem(),
    openSnapshot: () => database.openSnapshot(),
    close: () => database.close(),
  };
}
