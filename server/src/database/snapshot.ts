/** A state of the whole database, to read at leisure while everybody goes on. */
import type { ClientBase } from 'pg';

export interface Snapshot extends AsyncDisposable {
  /** In a transaction that sees that state only, and cannot write. Its connection pipelines. */
  readonly client: ClientBase;
}
