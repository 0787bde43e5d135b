/** How much costly work is under way at a time, for one sender and for all. */
import type { Sender } from '../../../http/caller/sender.ts';
import { renderErrors, type StorageError, uploadErrors } from '../errors.ts';

interface Limits {
  readonly ofSender: number;
  readonly ofAnybody: number;
  readonly ofAll: number;
}

export const UPLOAD_LIMITS: Limits = { ofSender: 8, ofAnybody: 32, ofAll: 128 };

/** Each upload keeps a connection, a file and some memory busy. */
export function limitUploads(): ParallelWork {
  return new ParallelWork(UPLOAD_LIMITS, uploadErrors.tooMany);
}

/** Variants are made one after the other: these wait. */
export function limitRenders(): ParallelWork {
  return new ParallelWork({ ofSender: 32, ofAnybody: 64, ofAll: 128 }, renderErrors.tooMany);
}

export class ParallelWork {
  readonly #bySender = new Map<string, number>();
  readonly #limits: Limits;
  readonly #tooMuch: () => StorageError;
  #ofAnybody = 0;
  #all = 0;

  constructor(limits: Limits, tooMuch: () => StorageError) {
    this.#limits = limits;
    this.#tooMuch = tooMuch;
  }

  /**
   * @returns the work's place, to be given back
   * @throws {StorageError}
   */
  begin(sender: Sender): Disposable {
    if (!this.mayBegin(sender)) throw this.#tooMuch();
    this.#add(sender, 1);
    return { [Symbol.dispose]: () => this.#add(sender, -1) };
  }

  mayBegin({ name, isAnybody }: Sender): boolean {
    const { ofSender, ofAnybody, ofAll } = this.#limits;
    const own = this.#bySender.get(name) ?? 0;
    // An operator's programs share a name.
    const isOverOwn = own >= ofSender && name !== 'service_role';
    return !(isOverOwn || this.#all >= ofAll || (isAnybody && this.#ofAnybody >= ofAnybody));
  }

  #add({ name, isAnybody }: Sender, count: number): void {
    const own = (this.#bySender.get(name) ?? 0) + count;
    if (own === 0) this.#bySender.delete(name);
    else this.#bySender.set(name, own);
    this.#all += count;
    if (isAnybody) this.#ofAnybody += count;
  }
}
