/** The vocabulary between an open page's machine and its runner: what is asked, what is ordered, and the facts around both. Types alone. */
import type { DraftStore } from '../drafts/drafts.ts';
import type { PageServer } from '../wire/page-server.ts';
import type { StateVector } from '../words/page-document.ts';
import type { SavedPage } from '../words/page-texts.ts';
import type { UnsavedEdits } from '../words/page-updates.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';

export type Branches = typeof import('../together/branches.ts');

/** Something that work waits for. */
export interface Signal {
  hasHappened: boolean;
}

/** The questions whose answers take time. The tab may die before one comes. */
export interface Asks
  extends Pick<DraftStore, 'lead' | 'read' | 'isLeading' | 'write' | 'replace'>,
    PageServer {
  /** @returns undefined where the code cannot be loaded */
  loadBranches(): Promise<Branches | undefined>;
  /** @param ms the longest wait; it ends without the signal then */
  until(signal: Signal, ms?: number): Promise<void>;
  pause(ms: number): Promise<void>;
}

/** A question as the machine yields it. */
export type Ask = {
  [Name in keyof Asks]: { readonly ask: Name; readonly given: Parameters<Asks[Name]> };
}[keyof Asks];

/** Work that takes time. Each `yield` is one question to the runner. */
export type Work<T> = Generator<Ask, T, unknown>;

/** The clocks of a page: one that is set again begins anew. */
export type Timer =
  /** Some time after the last edit. */
  | 'save'
  /** Some time after the first one. */
  | 'latest'
  | 'texts'
  | 'rescue';

/** The orders that the runner carries out at once, without an answer. */
export interface Orders {
  /** The page is in this state now. */
  show(snapshot: PageSessionSnapshot): void;
  /** From now on the page's writers meet there. Undefined where nobody knows. */
  join(channel: string | undefined): void;
  /** Tells the other writers what was typed here. */
  send(epoch: string, update: Uint8Array): void;
  /** Tells the browser's other tabs. */
  post(message: TabMessage): void;
  /** @param isSpread it takes up to twice as long, by chance: several tabs do not all wake at once */
  wait(timer: Timer, ms: number, isSpread?: boolean): void;
  stop(timer: Timer): void;
  /** Another tab of this browser has typed under these ids. */
  noteOwn(clients: readonly number[]): void;
  /** Keeps edits before the call returns, as the tab may close. */
  keep(unsaved: UnsavedEdits): void;
  /** The page as the server has it after a save from here. */
  saved(page: SavedPage): void;
  /** From that version on, words of others are missed. */
  beginAbsence(since: string, isLost?: boolean): void;
  /** They are seen as they come, from that version on. */
  endAbsence(version: string): void;
  /** Work that nobody waits for. */
  run(work: Work<unknown>): void;
  happen(signal: Signal): void;
}

export type Put = <Name extends keyof Orders>(name: Name, ...given: Parameters<Orders[Name]>) => void;

/** The facts around the machine, which the runner keeps up to date. The machine reads them, and changes none. */
export interface Facts {
  /** Undefined until the browser has opened them. */
  readonly drafts: DraftFacts | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: number;
  /** Whether so many write that they would refuse each other's saves. */
  readonly isCrowded: boolean;
}

export type DraftFacts = Pick<DraftStore, 'isShared' | 'epoch' | 'ownClients' | 'progress'>;

export type TabMessage = OfDocument | About;

/** About one document. A tab that shows another one has missed that the page's was replaced. */
export type OfDocument = { readonly epoch: string } & (
  | { readonly kind: 'hello'; readonly have: Uint8Array }
  | {
      readonly kind: 'update';
      readonly update: Uint8Array;
      /** The update's clients that typed in this browser. */
      readonly own: readonly number[];
      /** Whether it came from other browsers. */
      readonly isFromOthers: boolean;
      readonly from: string;
      /** All that the tab has told by now, this included, is so many updates. */
      readonly told: number;
    }
  /** The page has another document, which has so much of the one before in it. */
  | { readonly kind: 'replaced'; readonly taken: StateVector }
);

export type About =
  | { readonly kind: Word }
  /** With what the tab that saves has heard from each of the others. */
  | {
      readonly kind: 'state';
      readonly state: PageSessionSnapshot;
      readonly heard: Readonly<Record<string, number>>;
      readonly epoch: string | undefined;
    };

export type Word =
  /** A tab has just opened the page and does not know the state yet. */
  | 'opened'
  /** A tab that does not save itself is being left. */
  | 'save-now'
  /** A tab that does not save itself wants what is saved next kept apart from what is unsaved now. */
  | 'save-apart'
  /** The tab that saves has done so. */
  | 'saved-apart'
  /** A tab that does not save itself wants to know what the server has now, and then the state. */
  | 'refresh'
  /** The tab that saves has looked. */
  | 'refreshed';
