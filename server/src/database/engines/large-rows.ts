/**
 * Asks before a large row is taken in. A statement of the Data API answers with one row that holds all of its answer, and
 * `pg` collects it, copies it while it grows and makes a text of it. The length stands in front of a row, so what is not
 * admitted is let pass without being kept, and what is admitted is collected once.
 */
import type pg from 'pg';
import { activeQuery, interceptAnswers, type Take } from '../pg-internals.ts';

/** Rows below this size are not asked about. */
export const LARGE_ROW_BYTES = 256 * 1024;

/** A query that may be asked. */
export interface AdmittingQuery {
  /** @returns false when its row is not to be taken in: the query then fails */
  admits(bytes: number): boolean;
}

/** @param client a connected one, before it is asked anything */
export function watchLargeRows(client: pg.ClientBase): void {
  interceptAnswers(client, (parse) => {
    const rows = new LargeRows(parse, (bytes) => {
      const query = activeQuery(client);
      return query === null || !isAdmitting(query) || query.admits(bytes);
    });
    return (bytes) => rows.take(bytes);
  });
}

function isAdmitting(query: object): query is AdmittingQuery {
  return 'admits' in query;
}

// The head of a message of the wire protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html): a
// letter, and a length that counts itself but not the letter.
const DATA_ROW = 0x44;
const HEAD_BYTES = 5;
const NOTHING = Buffer.alloc(0);

export class LargeRows {
  readonly #parse: Take;
  readonly #admits: (bytes: number) => boolean;
  /** The beginning of a message whose length is not here yet. */
  #begun: Buffer = NOTHING;
  /** How much is to come of the message that came last, and where it goes. */
  #left = 0;
  #goesTo: 'parser' | 'nobody' | Buffer = 'parser';

  /**
   * @param parse gets all bytes in order, but rows that are not admitted
   * @param admits asked when everything before the row was parsed
   */
  constructor(parse: Take, admits: (bytes: number) => boolean) {
    this.#parse = parse;
    this.#admits = admits;
  }

  take(arrived: Buffer): void {
    const bytes = this.#begun.length > 0 ? Buffer.concat([this.#begun, arrived]) : arrived;
    let passed = 0;
    let at = 0;
    const passOn = () => {
      if (at > passed) this.#parse(passed === 0 && at === bytes.length ? bytes : bytes.subarray(passed, at));
      passed = at;
    };
    while (at < bytes.length) {
      if (this.#left === 0) {
        if (bytes.length - at < HEAD_BYTES) break;
        const length = 1 + bytes.readUInt32BE(at + 1);
        if (bytes[at] === DATA_ROW && length >= LARGE_ROW_BYTES) {
          passOn();
          this.#begin(length, bytes.length - at);
        } else this.#left = length;
      }
      const end = Math.min(bytes.length, at + this.#left);
      if (this.#goesTo !== 'parser') {
        passOn();
        passed = end;
      }
      this.#put(bytes, at, end);
      at = end;
    }
    passOn();
    this.#begun = at < bytes.length ? bytes.subarray(at) : NOTHING;
  }

  #begin(length: number, here: number): void {
    this.#left = length;
    if (!this.#admits(length)) this.#goesTo = 'nobody';
    // A row that came whole needs no collecting.
    else if (here < length) this.#goesTo = Buffer.allocUnsafe(length);
  }

  #put(bytes: Buffer, start: number, end: number): void {
    const to = this.#goesTo;
    if (to instanceof Buffer) bytes.copy(to, to.length - this.#left, start, end);
    this.#left -= end - start;
    if (this.#left > 0) return;
    this.#goesTo = 'parser';
    if (to instanceof Buffer) this.#parse(to);
  }
}
