/**
 * Makes backups while the server runs, on request and on a schedule. The database says whose turn it is, so that of several
 * processes one makes each.
 */
import packageJson from '../../../package.json' with { type: 'json' };
import type { BackupConfig } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Observe } from '../observe/observation.ts';
import {
  type BackupRecord,
  beginDueRecord,
  beginRecord,
  dropRecord,
  endRecord,
  forgetRecords,
  listRecords,
  RENEW_EVERY_MS,
  renewRecord,
} from './backup-records.ts';
import { makeArchive } from './make-archive.ts';
import { archiveName, type Place, type StoredArchive } from './places/place.ts';

const LOOK_EVERY_MS = 60_000;

export interface BackupParts {
  readonly config: Pick<BackupConfig, 'every' | 'keep' | 'files'>;
  readonly place: Place;
  readonly database: Pick<Database, 'asOwner' | 'openSnapshot'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly secrets: Secrets;
  readonly observe: Observe;
}

export class Backups {
  readonly #parts: BackupParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #underWay: Promise<void> = Promise.resolve();
  #warnings: readonly string[] = [];

  constructor(parts: BackupParts) {
    this.#parts = parts;
  }

  /** @param lookEveryMs how often it is asked whether a backup is due */
  start(lookEveryMs = LOOK_EVERY_MS): void {
    const { every } = this.#parts.config;
    const look = () => {
      this.#looking = this.#looking.then(() => this.#look(every));
    };
    this.#timer = setInterval(look, lookEveryMs).unref();
    look();
  }

  /** Begins one. @returns its id; undefined while another one is being made */
  async request(): Promise<string | undefined> {
    const record = this.#record(false);
    const id = await beginRecord(this.#parts.database, record);
    if (id !== undefined) this.#make(id, record.name);
    return id;
  }

  list(): Promise<readonly BackupRecord[]> {
    return listRecords(this.#parts.database);
  }

  /** @returns undefined when it is not there, or in a place of another process */
  async open(id: string): Promise<(StoredArchive & { readonly name: string }) | undefined> {
    const name = await this.#nameOf(id);
    if (name === undefined) return undefined;
    const archive = await this.#parts.place.open(name);
    return archive && { ...archive, name };
  }

  /** @returns the name of the archive that {@link open} would open */
  async find(id: string): Promise<string | undefined> {
    const name = await this.#nameOf(id);
    if (name === undefined) return undefined;
    return (await this.#parts.place.list()).includes(name) ? name : undefined;
  }

  async #nameOf(id: string): Promise<string | undefined> {
    const record = (await this.list()).find((one) => one.id === id);
    const isHere = record?.problem === null && record.place === this.#parts.place.address;
    return isHere ? record.name : undefined;
  }

  /** Sentences for the operator, also of a backup by another process, or before this one's start. */
  warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Gives up the one that is being made. It is no failure: the next start makes it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new Error('The server stopped.'));
    await this.#looking;
    await this.#underWay;
  }

  /** @param everyMs undefined without a schedule */
  async #look(everyMs: number | undefined): Promise<void> {
    const { database, observe } = this.#parts;
    if (this.#stopping.signal.aborted) return;
    const record = this.#record(true);
    try {
      await this.#judge();
      const id = everyMs === undefined ? undefined : await beginDueRecord(database, record, everyMs);
      if (id !== undefined) this.#make(id, record.name);
    } catch (error) {
      observe({ kind: 'background-failed', error });
    }
  }

  async #judge(): Promise<void> {
    const last = (await this.list()).find(({ finished_at }) => finished_at !== null);
    const problem = last?.problem ?? null;
    this.#warnings = problem === null ? [] : [`The last backup failed: ${problem}`];
  }

  #record(isScheduled: boolean) {
    const name = archiveName(new Date());
    const { place } = this.#parts;
    return { is_scheduled: isScheduled, place: place.address, name, release: packageJson.version };
  }

  #make(id: string, name: string): void {
    const { database } = this.#parts;
    const timer = setInterval(
      () => void renewRecord(database, id).catch(() => undefined),
      RENEW_EVERY_MS,
    ).unref();
    this.#underWay = this.#underWay.then(() => this.#finish(id, name)).finally(() => clearInterval(timer));
  }

  async #finish(id: string, name: string): Promise<void> {
    const { database, observe, place, config } = this.#parts;
    const started = performance.now();
    try {
      const made = await makeArchive(this.#parts, place, name, this.#stopping.signal);
      await endRecord(database, id, made);
      const durationMs = Math.round(performance.now() - started);
      observe({ kind: 'backup-made', place: place.address, name, durationMs, ...made });
      this.#warnings = [];
      await forgetOld(place, config.keep)
        .then((names) => forgetRecords(database, place.address, names))
        .catch((error: unknown) => observe({ kind: 'background-failed', error }));
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        await dropRecord(database, id).catch(() => undefined);
        return;
      }
      const problem = error instanceof Error ? error.message : String(error);
      observe({ kind: 'backup-failed', place: place.address, name, error });
      this.#warnings = [`The last backup failed: ${problem}`];
      await endRecord(database, id, { problem }).catch(() => undefined);
    }
  }
}

/**
 * The archive that was made just now is complete, so the oldest may go.
 * @returns the names of those that are gone
 */
export async function forgetOld(place: Place, keep: number): Promise<readonly string[]> {
  const old = (await place.list()).slice(0, -keep);
  for (const name of old) await place.remove(name);
  return old;
}
