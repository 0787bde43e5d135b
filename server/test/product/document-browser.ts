/** Browsers of tests, each with its own Yjs document of a page, which saves to the Data API on request. */
import * as Y from 'yjs';
import type { Person } from './people.ts';

interface Update {
  readonly number: number;
  readonly update: string;
  readonly by: string | null;
}

/** The part that opening a page and saving it answer alike. */
interface Answer {
  readonly epoch: string;
  readonly channel: string;
  readonly number: number;
  readonly updates: readonly Update[] | null;
  readonly texts_number: number;
  readonly texts_version: string;
  readonly version: string;
  readonly content: string | null;
}

export interface Opened extends Answer {
  readonly state: string | null;
  readonly state_number: number;
}

export interface Saved extends Answer {
  readonly is_taken: boolean;
  readonly is_written: boolean;
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

export async function open(person: Person, pageId: string, known = {}): Promise<Opened | undefined> {
  const { data, error } = await person.client.rpc('open_page_document', { page_id: pageId, ...known });
  if (error) throw error;
  return data[0];
}

export async function save(person: Person, pageId: string, sent: object): Promise<Saved | undefined> {
  const { data, error } = await person.client.rpc('save_page_document', { page_id: pageId, ...sent });
  if (error) throw error;
  return data[0];
}

export class Browser {
  readonly document = new Y.Doc();
  readonly person: Person;
  readonly pageId: string;
  #answer: Opened | Saved;
  #sent: Uint8Array;

  static async open(person: Person, pageId: string): Promise<Browser> {
    const opened = await open(person, pageId);
    if (!opened) throw new Error('There is no such page.');
    return new Browser(person, pageId, opened);
  }

  private constructor(person: Person, pageId: string, opened: Opened) {
    this.person = person;
    this.pageId = pageId;
    this.#answer = opened;
    if (opened.state) Y.applyUpdate(this.document, bytesOf(opened.state));
    this.#read(opened);
    this.#sent = Y.encodeStateVector(this.document);
  }

  get epoch() {
    return this.#answer.epoch;
  }

  get number() {
    return this.#answer.number;
  }

  get texts() {
    return {
      name: this.document.getText('name').toString(),
      description: this.document.getText('description').toString(),
      content: this.document.getText('content').toString(),
    };
  }

  type(words: string, at = 0): void {
    this.document.getText('content').insert(at, words);
  }

  async save(sent: object = {}): Promise<Saved> {
    const next = Y.encodeStateVector(this.document);
    const saved = await save(this.person, this.pageId, {
      epoch: this.epoch,
      seen: this.number,
      based_on: this.#answer.version,
      update: base64(Y.encodeStateAsUpdate(this.document, this.#sent)),
      texts: this.texts,
      ...sent,
    });
    if (!saved) throw new Error('There is no such page.');
    if (saved.is_taken) {
      this.#sent = next;
      this.#read(saved);
      this.#answer = saved;
    }
    return saved;
  }

  #read({ updates }: Answer): void {
    for (const { update } of updates ?? []) Y.applyUpdate(this.document, bytesOf(update));
  }
}
