/**
 * How many bytes of bodies this process holds in memory: for each sender, for all anonymous ones, and for
 * everybody.
 */
import type { Sender } from '../caller/sender.ts';

export class HeldBytes {
  readonly #bySender = new Map<string, number>();
  #ofAnybody = 0;
  #all = 0;

  get all(): number {
    return this.#all;
  }

  get ofAnybody(): number {
    return this.#ofAnybody;
  }

  of({ name }: Sender): number {
    return this.#bySender.get(name) ?? 0;
  }

  /** @param bytes below zero when they are given back */
  add(sender: Sender, bytes: number): void {
    this.#all += bytes;
    if (sender.isAnybody) this.#ofAnybody += bytes;
    const ofSender = this.of(sender) + bytes;
    if (ofSender === 0) this.#bySender.delete(sender.name);
    else this.#bySender.set(sender.name, ofSender);
  }
}
