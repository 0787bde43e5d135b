/** The state of an open page that the parts of its machine share, and how it changes. */
import type * as Y from 'yjs';
import type { StateVector } from '../words/page-document.ts';
import { type CarriedEdits, makeEdits } from './carried-edits.ts';
import type { Facts, Put } from './commands.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';
import type { TabTalk } from './tab-talk.ts';

export class PageState {
  readonly document: Y.Doc;
  readonly facts: Facts;
  readonly put: Put;
  snapshot: PageSessionSnapshot;
  /** Edits of another document, to be made as soon as the page is there. */
  carried: CarriedEdits | undefined;
  /** So much of the document was taken over when it was replaced. */
  taken: StateVector | undefined;
  /** Undefined where the browser's tabs share nothing. */
  talk: TabTalk | undefined;
  /** Whether this tab saves for all tabs of the browser. */
  isLeading = false;
  /** Whether the database tells of each update, and the others hear at once what is typed here. */
  isHearing = false;
  isClosed = false;

  constructor(document: Y.Doc, facts: Facts, put: Put, carried: CarriedEdits | undefined) {
    this.document = document;
    this.facts = facts;
    this.put = put;
    this.carried = carried;
    this.snapshot = { phase: 'loading', status: carried ? 'unsaved' : 'saved' };
  }

  update(change: Partial<PageSessionSnapshot>): void {
    if (this.snapshot.phase === 'replaced') return;
    if (change.phase === 'ready' && this.carried) {
      const { carried } = this;
      this.carried = undefined;
      makeEdits(this.document, carried);
    }
    const before = this.snapshot.channel;
    this.snapshot = { ...this.snapshot, ...change };
    const { channel } = this.snapshot;
    if (channel !== before) {
      this.isHearing = false;
      this.put('join', this.isClosed ? undefined : channel);
    }
    this.put('show', this.snapshot);
  }

  /** As {@link update}, for all tabs of the browser. */
  updateAll(change: Partial<PageSessionSnapshot>): void {
    this.update(change);
    this.tell();
  }

  /** Tells the browser's other tabs, if this one saves for them. */
  tell(): void {
    if (this.isLeading && this.snapshot.phase !== 'loading') this.talk?.sayState(this.snapshot);
  }

  /** The page has another document. @param taken so much of this one is in it */
  giveWay(taken: StateVector): void {
    if (this.snapshot.phase === 'replaced') return;
    this.taken = taken;
    // Until the next session knows better: words that are typed from now on are in this tab alone.
    this.update({ phase: 'replaced', status: 'unsaved' });
  }
}
