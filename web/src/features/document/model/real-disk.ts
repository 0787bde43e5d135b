/**
 * Disks of browsers in memory, on which the real store keeps drafts: an IndexedDB whose tasks wait for their turn. A disk may be
 * full, refuse to be opened, say nothing or be cleared between any two steps.
 */

import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import * as Y from 'yjs';
import { PROGRESS } from '../drafts/draft-database.ts';
import type { Progress } from '../drafts/drafts.ts';
import { leftWords } from '../drafts/read-left-words.ts';
import { documentOf, type UnsavedEdits } from '../words/page-updates.ts';
import { keptItems } from './kept-items.ts';
import type { Queues } from './queues.ts';

export type DiskFault = 'none' | 'full' | 'refuses';

interface Connection {
  /** The tab's name of the disk. */
  readonly name: string;
  readonly database: IDBDatabase;
  readonly open: Set<IDBTransaction>;
}

/** How fake-indexeddb holds what is stored. */
interface Raw {
  readonly _databases: ReadonlyMap<
    string,
    { readonly rawObjectStores: ReadonlyMap<string, { readonly records: { values(): Iterable<RawRecord> } }> }
  >;
}

interface RawTransaction {
  _state: 'active' | 'inactive' | 'committing' | 'finished';
}

interface RawRecord {
  readonly key: unknown;
  readonly value: unknown;
}

/** @returns the disk that a tab's name of it means: each tab has a name of its own */
const diskOf = (name: string) => name.replace(OF_TAB, '');
const OF_TAB = / of tab \d+/;

export class RealDisks {
  /** Nothing is answered until it is thawed. */
  isSilent = false;
  readonly #factory = new IDBFactory();
  readonly #faults = new Map<string, DiskFault>();
  readonly #connections = new Set<Connection>();
  readonly #dead = new Set<string>();
  /** All that tabs have opened a disk by. */
  readonly #names = new Set<string>();
  #waiting: (() => void)[] = [];

  constructor(queues: Queues) {
    vi.stubGlobal('setImmediate', (task: () => void) => void queues.turn('disk', this, task));
    vi.stubGlobal('indexedDB', { open: (name: string) => this.#open(name) });
    const ofTab = (key: string) => [...this.#names].map((name) => key.replace(diskOf(name), name));
    vi.stubGlobal(
      'localStorage',
      keptItems((key) => key.replace(OF_TAB, ''), ofTab),
    );
  }

  whenThawed(work: () => void): void {
    if (this.isSilent) this.#waiting.push(work);
    else work();
  }

  setFault(disk: string, fault: DiskFault): void {
    this.#faults.set(disk, fault);
  }

  mend(): void {
    this.#faults.clear();
    this.isSilent = false;
    for (const work of this.#waiting.splice(0)) work();
  }

  /** As a script does with `deleteDatabase`, or somebody who clears the browser's data. */
  clear(disk: string, isForced: boolean): void {
    if (isForced) {
      for (const { name, database, open } of this.#connections) {
        if (diskOf(name) !== disk) continue;
        for (const transaction of open) abort(transaction);
        forceCloseDatabase(database as never);
      }
    }
    this.#factory.deleteDatabase(disk);
  }

  /** Requests of the tab that were not done yet are not done. */
  kill(name: string): void {
    this.#dead.add(name);
    for (const connection of this.#connections) {
      if (connection.name !== name) continue;
      for (const transaction of connection.open) abort(transaction);
      connection.database.close();
      this.#connections.delete(connection);
    }
  }

  /** Every word that is there. */
  kept(disk: string): string {
    const stores = (this.#factory as unknown as Raw)._databases.get(disk)?.rawObjectStores;
    const [progress] = [...(stores?.get('custom')?.records.values() ?? [])].flatMap(({ key, value }) =>
      key === PROGRESS ? [value as Progress] : [],
    );
    if (!progress) return '';
    const document = documentOf(progress.state);
    for (const { value } of stores?.get('updates')?.records.values() ?? []) {
      const { epoch, update } = value as UnsavedEdits;
      if (epoch === progress.epoch) Y.applyUpdate(document, update);
    }
    const names = [...this.#names].filter((name) => diskOf(name) === disk);
    for (const { edits } of names.flatMap(leftWords))
      if (edits.epoch === progress.epoch) Y.applyUpdate(document, edits.update);
    return document.getText('content').toString();
  }

  #open(name: string): IDBOpenDBRequest {
    this.#names.add(name);
    if (this.#faults.get(diskOf(name)) === 'refuses') throw new DOMException('Not here.', 'UnknownError');
    const request = this.#factory.open(diskOf(name));
    request.addEventListener('success', () => this.#connect(name, request.result));
    return request;
  }

  #connect(name: string, database: IDBDatabase): void {
    if (this.#dead.has(name)) {
      database.close();
      return;
    }
    const open = new Set<IDBTransaction>();
    this.#connections.add({ name, database, open });
    const begin = database.transaction.bind(database);
    database.transaction = (...given) => {
      const fault = this.#faults.get(diskOf(name));
      if (fault === 'refuses') throw new DOMException('The connection was lost.', 'InvalidStateError');
      const transaction = begin(...given);
      open.add(transaction);
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => open.delete(transaction));
      if (fault === 'full' && given[1] === 'readwrite') setImmediate(() => abort(transaction));
      return transaction;
    };
  }
}

/** A transaction that is to end with its last request is aborted as well: a browser may not have got to it. */
function abort(transaction: IDBTransaction): void {
  const raw = transaction as unknown as RawTransaction;
  if (raw._state === 'committing') raw._state = 'active';
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}
