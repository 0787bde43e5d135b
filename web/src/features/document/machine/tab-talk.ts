/**
 * The talk with the browser's other tabs that show the same page on one document: each tells its edits at once, and all show
 * the state of the tab that does the saving.
 */
import * as Y from 'yjs';
import type { StateVector } from '../words/page-document.ts';
import { FROM_LOG, FROM_OTHERS, ownClientsOf } from '../words/page-updates.ts';
import type { DraftFacts, OfDocument, Put, TabMessage, Word } from './commands.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';

/** A message's meaning for this tab. */
export type Heard =
  | { readonly kind: Word }
  /** Something that another tab wrote has come into the document. */
  | { readonly kind: 'update' }
  /** Another tab shows another document of the page, or this one does not know yet which it shows. */
  | { readonly kind: 'other document' }
  /** The page has another document, which has so much of this one in it. */
  | { readonly kind: 'replaced'; readonly taken: StateVector }
  /** The tab that saves is in this state. */
  | {
      readonly kind: 'state';
      readonly state: PageSessionSnapshot;
      /** Whether that tab had everything by then that was written in this one. */
      readonly knowsAll: boolean;
      readonly isOfOther: boolean;
    };

export class TabTalk {
  readonly #document: Y.Doc;
  readonly #drafts: DraftFacts;
  readonly #id: string;
  readonly #put: Put;
  #told = 0;
  readonly #heard: Record<string, number> = {};
  /** Words of another tab are not sent again, whatever they count as here. */
  #isHearing = false;

  /**
   * @param drafts say which document the tab shows, once that is known, and which words are this browser's
   * @param id unlike any other tab's
   */
  constructor(document: Y.Doc, drafts: DraftFacts, id: string, put: Put) {
    this.#document = document;
    this.#drafts = drafts;
    this.#id = id;
    this.#put = put;
    this.say('opened');
    this.askForUpdates();
  }

  /** To be called with each update of the document. */
  notice(update: Uint8Array, origin: unknown): void {
    if (this.#isHearing) return;
    this.#told++;
    this.#tellUpdate(update, origin === FROM_LOG || origin === FROM_OTHERS);
  }

  /** Takes the words of a message into the document. */
  hear(message: TabMessage): Heard | undefined {
    const { epoch } = this.#drafts;
    if (message.kind === 'state') {
      const { state, heard } = message;
      const isOfOther = !!message.epoch && message.epoch !== epoch;
      return { kind: 'state', state, knowsAll: (heard[this.#id] ?? 0) >= this.#told, isOfOther };
    }
    if (!('epoch' in message)) return message;
    return message.epoch === epoch ? this.#hearWords(message) : { kind: 'other document' };
  }

  say(kind: Word): void {
    this.#put('post', { kind });
  }

  sayState(state: PageSessionSnapshot): void {
    this.#put('post', { kind: 'state', state, heard: { ...this.#heard }, epoch: this.#drafts.epoch });
  }

  /** Gets what the other tabs have and this one does not. */
  askForUpdates(): void {
    const { epoch } = this.#drafts;
    if (epoch) this.#put('post', { kind: 'hello', epoch, have: Y.encodeStateVector(this.#document) });
  }

  sayReplaced(taken: StateVector): void {
    const { epoch } = this.#drafts;
    if (epoch) this.#put('post', { kind: 'replaced', epoch, taken });
  }

  #hearWords(message: OfDocument): Heard | undefined {
    if (message.kind === 'replaced') return message;
    if (message.kind === 'hello') {
      this.#tellUpdate(Y.encodeStateAsUpdate(this.#document, message.have), false);
      return undefined;
    }
    this.#put('noteOwn', message.own);
    this.#isHearing = true;
    Y.applyUpdate(this.#document, message.update, message.isFromOthers ? FROM_OTHERS : this);
    this.#isHearing = false;
    this.#heard[message.from] = message.told;
    return { kind: 'update' };
  }

  #tellUpdate(update: Uint8Array, isFromOthers: boolean): void {
    const { epoch, ownClients } = this.#drafts;
    if (!epoch) return;
    const own = ownClientsOf(update, ownClients);
    const [from, told] = [this.#id, this.#told];
    this.#put('post', { kind: 'update', epoch, update, own, isFromOthers, from, told });
  }
}
