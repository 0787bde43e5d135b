/**
 * Asks a Postgres server to cancel what a connection is doing, as the wire protocol has it: by a CancelRequest on a
 * connection of its own (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS).
 * It does not use pg_cancel_backend: behind a pooler the process id that we know may be that of somebody else's
 * connection.
 */
import type pg from 'pg';
import { sendCancelRequest } from '../../pg-internals.ts';

const TIMEOUT_MS = 2000;

/**
 * @param options how the client's pool connects
 * @returns when the server has the request, or could not be reached; it is not known whether anything was cancelled
 */
export function cancelStatement(options: pg.PoolConfig, client: pg.PoolClient): Promise<void> {
  return sendCancelRequest(options, client, TIMEOUT_MS);
}
