/** Postgres' COPY in its text form, which every version and both engines read and write alike. */
import type { ClientBase } from 'pg';
import { type Done, holdBack, sendCopiedRows, WireQuery } from '../pg-internals.ts';

export interface Copied {
  readonly bytes: Buffer;
  readonly rows: number;
}

class CopyOut extends WireQuery {
  readonly pieces: Buffer[] = [];

  override handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // `pg` is about to read something else into its memory.
    this.pieces.push(Buffer.from(chunk));
  }
}

class CopyIn extends WireQuery {
  override handleCopyInResponse(): void {
    // The rows are on their way.
  }
}

/** @param statement `copy … to stdout`, of no more rows than memory has room for */
export function copyOut(client: ClientBase, statement: string): Promise<Copied> {
  return new Promise((resolve, reject) => {
    const query: CopyOut = new CopyOut(statement, undefined, (error, result) =>
      error ? reject(error) : resolve({ bytes: Buffer.concat(query.pieces), rows: result.rowCount ?? 0 }),
    );
    client.query(query);
  });
}

/**
 * @param statement `copy … from stdin`
 * @param rows whole ones
 * @returns how many there were
 */
export function copyIn(client: ClientBase, statement: string, rows: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result.rowCount ?? 0));
    const send = holdBack(client);
    client.query(new CopyIn(statement, undefined, done));
    sendCopiedRows(client, rows);
    send();
  });
}
