/** A query whose caller decides whether a large row is read into memory (engines/large-rows.ts). */
import pg from 'pg';
import type { Admit, Statement } from './database.ts';
import type { AdmittingQuery } from './engines/large-rows.ts';

export type Done = (error: Error | undefined, result: pg.QueryResult) => void;

/** Parts of `pg` that its types leave out: lib/query.js and lib/connection.js. */
export interface WireConnection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(config: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(config: { portal: string }): void;
}
interface WireQuery {
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
}
type QueryConstructor = new (
  text: string,
  values: readonly unknown[] | undefined,
  callback: Done,
) => pg.Query & WireQuery & { name?: string; queryMode?: 'extended' };
const Query = pg.Query as unknown as QueryConstructor;

export class AnswerQuery extends Query implements AdmittingQuery {
  readonly #admit: Admit | undefined;
  readonly #done: Done;
  #refusal: ReturnType<Admit>;

  constructor(statement: Statement, admit: Admit | undefined, done: Done) {
    // Passed in parts: `pg` would copy a whole statement property by property, which costs as much as writing
    // it to the connection.
    super(statement.text, statement.values, done);
    if (statement.name !== undefined) this.name = statement.name;
    this.#admit = admit;
    this.#done = done;
  }

  admits(bytes: number): boolean {
    this.#refusal ??= this.#admit?.(bytes);
    return this.#refusal === undefined;
  }

  override handleReadyForQuery(connection: WireConnection): void {
    if (this.#refusal) this.#done(this.#refusal, undefined as never);
    else super.handleReadyForQuery(connection);
  }
}
