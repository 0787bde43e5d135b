/** A page on a server in memory that keeps the contract of `save_page`, and fails in every way that a network can. */
import { type PageSave, type PageServer, PageServerError, type SaveAnswer } from '../page-server.ts';
import type { PageTexts, SavedPage } from '../page-texts.ts';
import type { Queues } from './queues.ts';

export type Fault = 'none' | 'request lost' | 'answer lost' | 'refused' | 'signed-out' | 'failed';

export class ModelServer {
  page: PageTexts = { name: 'Plan', description: '', content: '' };
  /** In the trash. */
  isGone = false;
  /** Every character the page ever had. */
  readonly said = new Set<string>();
  /** The fate of the next request. */
  fault: Fault = 'none';
  #version = 1;
  readonly #lastSaves = new Map<string, string>();
  readonly #queues: Queues;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  /** Somebody else's change, by whatever way. */
  change(texts: Partial<PageTexts>): void {
    this.page = { ...this.page, ...texts };
    this.#version++;
    for (const character of this.page.content) this.said.add(character);
  }

  for(tab: { readonly isDead: boolean }): PageServer {
    return {
      load: () => this.#ask(tab, () => this.#load()),
      save: (save) => this.#ask(tab, () => this.#save(save)),
    };
  }

  /** Requests arrive even when their tab has died meanwhile; answers do not. */
  async #ask<T>(tab: { readonly isDead: boolean }, work: () => T): Promise<T> {
    if (tab.isDead) return never();
    const fault = await this.#queues.turn('requests', this, () => this.#nextFault());
    if (fault === 'request lost') throw new PageServerError('offline', undefined);
    if (fault === 'refused' || fault === 'signed-out') throw new PageServerError(fault, undefined);
    const answer = work();
    if (tab.isDead) return never();
    await this.#queues.turn('answers', tab, () => undefined);
    if (fault === 'answer lost') throw new PageServerError('offline', undefined);
    if (fault === 'failed') throw new PageServerError('failed', undefined);
    return answer;
  }

  #nextFault(): Fault {
    const fault = this.fault;
    this.fault = 'none';
    return fault;
  }

  #load(): SavedPage | undefined {
    if (this.isGone) return undefined;
    return { ...this.page, version: String(this.#version) };
  }

  #save({ id, writer, basedOn, texts }: PageSave): SaveAnswer | undefined {
    if (this.isGone) return undefined;
    if (basedOn === String(this.#version)) {
      if (Object.keys(texts).length > 0) this.change(texts);
      this.#lastSaves.set(writer, id);
      return { lastSave: id, version: String(this.#version), texts: {} };
    }
    return { lastSave: this.#lastSaves.get(writer), version: String(this.#version), texts: this.page };
  }
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
