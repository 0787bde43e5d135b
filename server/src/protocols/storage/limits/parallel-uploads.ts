/** How many uploads come at a time. Each keeps a connection, a file and some memory busy. */
import type { Sender } from '../../../http/caller/sender.ts';
import { uploadErrors } from '../errors.ts';

export const UPLOAD_LIMITS = { ofSender: 8, ofAnybody: 32, ofAll: 128 };

export class ParallelUploads {
  readonly #bySender = new Map<string, number>();
  readonly #limits: typeof UPLOAD_LIMITS;
  #ofAnybody = 0;
  #all = 0;

  constructor(limits = UPLOAD_LIMITS) {
    this.#limits = limits;
  }

  /**
   * @returns the upload's place, to be given back
   * @throws {StorageError}
   */
  begin(sender: Sender): Disposable {
    const { ofSender, ofAnybody, ofAll } = this.#limits;
    const own = this.#bySender.get(sender.name) ?? 0;
    // An operator's programs share a name.
    const isOverOwn = own >= ofSender && sender.name !== 'service_role';
    if (isOverOwn || this.#all >= ofAll || (sender.isAnybody && this.#ofAnybody >= ofAnybody))
      throw uploadErrors.tooMany();
    this.#add(sender, 1);
    return { [Symbol.dispose]: () => this.#add(sender, -1) };
  }

  #add({ name, isAnybody }: Sender, count: number): void {
    const own = (this.#bySender.get(name) ?? 0) + count;
    if (own === 0) this.#bySender.delete(name);
    else this.#bySender.set(name, own);
    this.#all += count;
    if (isAnybody) this.#ofAnybody += count;
  }
}
