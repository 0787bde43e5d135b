/** A query whose caller decides whether a large row is read into memory (engines/large-rows.ts). */
import type { Admit, Statement } from '../database.ts';
import type { AdmittingQuery } from '../engines/large-rows.ts';
import { type Done, type WireConnection, WireQuery } from '../pg-internals.ts';

export class AnswerQuery extends WireQuery implements AdmittingQuery {
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
