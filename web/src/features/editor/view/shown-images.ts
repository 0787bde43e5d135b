/** The hosts whose images the reader wants to see on the open page. Asked again each time a page is opened. */
import { StateEffect } from '@codemirror/state';

/** Tells an editor that they are others. */
export const imagesChanged = StateEffect.define<null>();

export class ShownImages {
  readonly #listeners = new Set<() => void>();
  #hosts: ReadonlySet<string> = new Set();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getHosts = (): ReadonlySet<string> => this.#hosts;

  show(host: string): void {
    this.#hosts = new Set([...this.#hosts, host]);
    for (const listener of this.#listeners) listener();
  }
}
