/**
 * How many files are being sent at a time. Each keeps a file open, so downloads beyond the limit wait in a line, and are refused
 * when it is long or slow.
 */

import type { StoredFile } from '../../../files/file-store.ts';
import type { Sender } from '../../../http/caller/sender.ts';
import { downloadErrors } from '../errors.ts';
import { ParallelWork } from './parallel-work.ts';

interface LineLimits {
  /** How many downloads of one sender wait. */
  readonly ofSender: number;
  readonly ofAll: number;
  readonly patienceMs: number;
}

// A page with 200 pictures waits for its own; a browser sends six requests at a time, and through a proxy with HTTP/2 a hundred.
export const DOWNLOAD_LIMITS = { ofSender: 64, ofAnybody: 192, ofAll: 256 };
const LINE_LIMITS: LineLimits = { ofSender: 256, ofAll: 1024, patienceMs: 10_000 };

interface Waiting {
  readonly sender: Sender;
  begin(place: Disposable): void;
}

export class DownloadLine {
  readonly #places: ParallelWork;
  readonly #limits: LineLimits;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();

  constructor(places = DOWNLOAD_LIMITS, limits = LINE_LIMITS) {
    this.#places = new ParallelWork(places, downloadErrors.tooMany);
    this.#limits = limits;
  }

  /**
   * @param gone aborted when the client is
   * @returns a place, to be given back
   * @throws {StorageError} when no place was free in time; why the client is gone
   */
  async take(sender: Sender, gone: AbortSignal): Promise<Disposable> {
    gone.throwIfAborted();
    const isFree = this.#places.mayBegin(sender);
    const place = isFree ? this.#places.begin(sender) : await this.#wait(sender, gone);
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (!isTaken) return;
        isTaken = false;
        place[Symbol.dispose]();
        this.#beginWaiting();
      },
    };
  }

  #wait(sender: Sender, gone: AbortSignal): Promise<Disposable> {
    const { ofSender, ofAll, patienceMs } = this.#limits;
    const own = [...this.#waiting].filter((waiting) => waiting.sender.name === sender.name).length;
    if (own >= ofSender || this.#waiting.size >= ofAll) throw downloadErrors.tooMany();
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(late);
        gone.removeEventListener('abort', leave);
        // At once, so that it gets no place any more.
        this.#waiting.delete(waiting);
      };
      const refuse = (reason: unknown) => {
        stop();
        reject(reason);
      };
      const leave = () => refuse(gone.reason);
      const late = setTimeout(() => refuse(downloadErrors.tooMany()), patienceMs);
      const waiting: Waiting = {
        sender,
        begin: (place) => {
          stop();
          resolve(place);
        },
      };
      gone.addEventListener('abort', leave);
      this.#waiting.add(waiting);
    });
  }

  /** A sender's line does not hold up the others. */
  #beginWaiting(): void {
    for (const waiting of this.#waiting) {
      if (!this.#places.mayBegin(waiting.sender)) continue;
      waiting.begin(this.#places.begin(waiting.sender));
      return;
    }
  }
}

/** The file keeps the place until it is closed. */
export function placed(file: StoredFile, place: Disposable): StoredFile {
  const giveBack = () => place[Symbol.dispose]();
  return {
    size: file.size,
    read: (first, last) => file.read(first, last).once('close', giveBack),
    close: () => file.close().finally(giveBack),
  };
}
