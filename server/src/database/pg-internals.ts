/**
 * Everything that this server knows of the inside of `pg`, which its types and its documentation leave out
 * (lib/client.js, lib/connection.js, lib/query.js). An update of `pg` that changes any of it fails this file's test.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The connection that a query is sent over. */
export interface WireConnection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(config: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(config: { portal: string }): void;
}

export type Done = (error: Error | undefined, result: pg.QueryResult) => void;

interface WireQuery {
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
  handleCopyData(message: { readonly chunk: Buffer }): void;
  handleCopyInResponse(connection: WireConnection): void;
}

/** The class that `pg` sends and answers statements with, open to be changed by subclasses. */
export const WireQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[] | undefined,
  callback: Done,
) => pg.Query & WireQuery & { name?: string; queryMode?: 'extended' };

/** Whether a statement was prepared on this connection. */
export function isPreparedOn(client: pg.ClientBase, name: string, text: string): boolean {
  const { connection } = client as unknown as { connection: WireConnection };
  return connection.parsedStatements[name] === text;
}

/**
 * Keeps what is written to a connection until the returned function is called: a write of its own for each statement
 * costs more than the statement. The embedded engine has no socket, and nothing to gain.
 */
export function holdBack(client: pg.ClientBase): () => void {
  const { connection } = client as pg.ClientBase & { connection?: { stream?: Partial<Duplex> } };
  const stream = connection?.stream;
  stream?.cork?.();
  return () => stream?.uncork?.();
}

/**
 * Writes the rows of a `copy … from stdin` right after it, in one piece with it: the embedded engine reads nothing more
 * while it copies. A Postgres server skips rows that it did not ask for.
 * @param client held back, with a pipelining connection that was given the statement just now
 */
export function sendCopiedRows(client: pg.ClientBase, rows: Buffer): void {
  const { connection } = client as unknown as {
    connection: { sendCopyFromChunk(bytes: Buffer): void; endCopyFrom(): void };
  };
  connection.sendCopyFromChunk(rows);
  connection.endCopyFrom();
}

/** Takes bytes of answers. */
export type Take = (bytes: Buffer) => void;

/**
 * Puts a step between a connection's socket and its parser.
 * @param client a connected one, before it is asked anything
 * @param wrap gets the parser, and returns what takes the bytes in its place
 */
export function interceptAnswers(client: pg.ClientBase, wrap: (parse: Take) => Take): void {
  const { stream } = (client as unknown as { connection: { readonly stream: Duplex } }).connection;
  const parsers = stream.listeners('data') as Take[];
  const take = wrap((bytes) => {
    for (const parse of parsers) parse.call(stream, bytes);
  });
  for (const parse of parsers) stream.off('data', parse);
  stream.on('data', take);
}

/** @returns the query whose answer comes now */
export function activeQuery(client: pg.ClientBase): object | null {
  return (client as unknown as { _getActiveQuery(): object | null })._getActiveQuery();
}

/** The server's process that answers a connection, as it was named when the connection was made. */
export function processOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}

interface MessengerConnection {
  readonly stream: NodeJS.EventEmitter & {
    destroy(): void;
    setTimeout(ms: number, onTimeout: () => void): void;
  };
  connect(port: number, host: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: 'connect' | 'error' | 'end', listener: () => void): void;
}

/**
 * Sends a CancelRequest for a client's running statement, over a connection of its own.
 * @param options how the client's pool connects
 * @returns when the server has closed that connection, it broke, or the time is over
 */
export function sendCancelRequest(
  options: pg.ClientConfig,
  client: pg.ClientBase,
  timeoutMs: number,
): Promise<void> {
  const messenger = new pg.Client(options);
  const { connection } = messenger as unknown as { connection: MessengerConnection };
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  return new Promise((resolve) => {
    connection.on('connect', () => connection.cancel(processID, secretKey));
    connection.on('error', resolve);
    // The server closes it as soon as the signal is sent.
    connection.on('end', resolve);
    connection.stream.setTimeout(timeoutMs, () => connection.stream.destroy());
    connection.connect(messenger.port, messenger.host);
  });
}
