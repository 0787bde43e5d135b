/**
 * Which page is whose turn. Lanes share out the pages, so that no two save the same one, and every save is based on
 * the version that the last one answered with, as the editor's are.
 */
import type { Lane, Operation } from '../contestants/contestant.ts';
import type { DataSet } from '../dataset/data-set.ts';
import { markdown } from '../dataset/markdown.ts';
import { type Check, versionOf } from './check-answer.ts';

let revision = 1000;

export class Turns {
  readonly #data: DataSet;
  readonly #lane: Lane;
  readonly #pageIds: readonly string[];
  #turn = 0;

  /** @param index which of the lanes this is */
  constructor(data: DataSet, lane: Lane, index: number, lanes: number) {
    this.#data = data;
    this.#lane = lane;
    this.#pageIds = data.pageIds.filter((_, page) => page % lanes === index);
  }

  /** @throws {Error} when the check finds the answer wrong */
  async next(operation: Operation, check?: Check): Promise<void> {
    switch (operation) {
      case 'page read': {
        const answer = await this.#lane.read(this.#nextPage());
        check?.(operation, answer, undefined);
        return;
      }
      case 'page save':
        return this.#save(check);
      case 'tree of 10,000': {
        const answer = await this.#lane.tree();
        check?.(operation, answer, undefined);
      }
    }
  }

  async #save(check?: Check): Promise<void> {
    const pageId = this.#nextPage();
    const { versions } = this.#data;
    const base = versions.get(pageId) ?? versionOf(await this.#lane.read(pageId));
    const content = markdown(revision++);
    const answer = await this.#lane.save(pageId, base, content);
    const version = versionOf(answer);
    if (version === base) throw new Error('A save left the page at its old version.');
    versions.set(pageId, version);
    check?.('page save', answer, content);
  }

  #nextPage(): string {
    const pageId = this.#pageIds[this.#turn++ % this.#pageIds.length];
    if (pageId === undefined) throw new Error('There are fewer pages than lanes.');
    return pageId;
  }
}
