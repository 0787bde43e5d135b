/**
 * Which page is whose turn. Lanes share out the pages, so that no two save the same one, and every save is based on
 * the version that the last one answered with, as the editor's are.
 */
import type { Lane, Operation } from '../contestants/contestant.ts';
import type { DataSet } from '../dataset/data-set.ts';
import { markdown } from '../dataset/markdown.ts';
import { type Check, versionOf } from './check-answer.ts';

let revision = 1000;

interface Answered {
  readonly answer: string;
  readonly written?: string;
}

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
    const { answer, written } = await this.#ask(operation);
    check?.(operation, answer, written);
  }

  async #ask(operation: Operation): Promise<Answered> {
    const lane = this.#lane;
    switch (operation) {
      case 'page read':
        return { answer: await lane.read(this.#nextPage()) };
      case 'page save':
        return this.#save();
      case 'page create':
        return this.#create();
      case 'tree of 500':
        return { answer: await lane.tree(this.#data.author) };
      case 'tree of 10,000':
        return { answer: await lane.tree(this.#data.librarian) };
      case 'members':
        return { answer: await lane.members() };
    }
  }

  async #create(): Promise<Answered> {
    const place = revision++;
    const written = `Page ${place}`;
    return { answer: await this.#lane.create(written, place), written };
  }

  async #save(): Promise<Answered> {
    const pageId = this.#nextPage();
    const { versions } = this.#data;
    const base = versions.get(pageId) ?? versionOf(await this.#lane.read(pageId));
    const content = markdown(revision++);
    const answer = await this.#lane.save(pageId, base, content);
    const version = versionOf(answer);
    if (version === base) throw new Error('A save left the page at its old version.');
    versions.set(pageId, version);
    return { answer, written: content };
  }

  #nextPage(): string {
    const pageId = this.#pageIds[this.#turn++ % this.#pageIds.length];
    if (pageId === undefined) throw new Error('There are fewer pages than lanes.');
    return pageId;
  }
}
