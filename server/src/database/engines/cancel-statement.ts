/**
 * Asks a Postgres server to cancel what a connection is doing, as the wire protocol has it: by a CancelRequest on a
 * connection of its own (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS).
 * Not by pg_cancel_backend: behind a pooler the process id that we know may be that of somebody else's connection.
 */
import pg from 'pg';

interface Connection {
  readonly stream: NodeJS.EventEmitter & {
    destroy(): void;
    setTimeout(ms: number, onTimeout: () => void): void;
  };
  connect(port: number, host: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: 'connect' | 'error' | 'end', listener: () => void): void;
}

interface WithBackendKey {
  readonly processID: number;
  readonly secretKey: number;
}

const TIMEOUT_MS = 2000;

/**
 * @param options how the client's pool connects
 * @returns when the server has been told, or could not be reached; it is not known whether anything was cancelled
 */
export function cancelStatement(options: pg.PoolConfig, client: pg.PoolClient): Promise<void> {
  const messenger = new pg.Client(options);
  const { connection } = messenger as unknown as { connection: Connection };
  const { processID, secretKey } = client as unknown as WithBackendKey;
  return new Promise((resolve) => {
    connection.on('connect', () => connection.cancel(processID, secretKey));
    connection.on('error', resolve);
    // The server closes it as soon as the signal is sent.
    connection.on('end', resolve);
    connection.stream.setTimeout(TIMEOUT_MS, () => connection.stream.destroy());
    connection.connect(messenger.port, messenger.host);
  });
}
