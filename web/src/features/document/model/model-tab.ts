/** A tab of a browser in memory. The session in it is the real one. */
import type * as Y from 'yjs';
import type { CarriedEdits } from '../machine/carried-edits.ts';
import { readShownText } from '../moves/arrangement/moved-text.ts';
import type { TextEdit } from '../moves/edits/text-changes.ts';
import { editText } from '../moves/writing/edit-text.ts';
import { writeMove } from '../moves/writing/write-move.ts';
import type { BrowserTab, TabEvents, TabPort } from '../session/browser-tab.ts';
import { PageSession } from '../session/page-session.ts';
import { untilKept } from '../session/until.ts';
import type { ModelServer } from './model-server.ts';

/** The browser around a tab: see model-browser.ts. */
interface Surroundings {
  isApart: boolean;
  readonly typed: Set<string>;
  open(): ModelTab;
  kill(tab: ModelTab): void;
  kept(): string;
  readonly keptDocument: Y.Doc;
  hasLostTurn(tab: ModelTab): boolean;
  around(tab: ModelTab): BrowserTab;
}

export class ModelTab {
  isDead = false;
  /** Its process does nothing until it is thawed; the disk and the network go on with what it has asked for. */
  isFrozen = false;
  /** So many saves it has asked for since another tab began to lead. */
  lateSaves = 0;
  /** It was told that it still leads, and has not saved since. */
  mayBeLate = false;
  #whenThawed: (() => void)[] = [];
  /** Its screen was left: nobody writes in it any more. */
  isClosing = false;
  #isLetGo = false;
  /** The page has got another document since this one was shown. */
  isOfFormer = false;
  events: TabEvents | undefined;
  readonly ports = new Set<TabPort>();
  /** By the person in front of it. */
  readonly typed = new Set<string>();
  session: PageSession;
  readonly browser: Surroundings;
  readonly #server: ModelServer;

  constructor(browser: Surroundings, server: ModelServer) {
    this.browser = browser;
    this.#server = server;
    this.session = this.#open(undefined);
  }

  #open(carried: CarriedEdits | undefined): PageSession {
    this.isOfFormer = false;
    const session = new PageSession({
      name: 'page',
      userId: 'somebody',
      server: this.#server.for(this),
      tab: this.browser.around(this),
      carried,
      onSaved: () => undefined,
    });
    // As in use-page-session.ts.
    session.subscribe(() => {
      if (session.getSnapshot().phase === 'replaced' && this.session === session) void this.#replace();
    });
    return session;
  }

  async #replace(): Promise<void> {
    const { session } = this;
    await session.close();
    if (!this.isDead && !this.#isLetGo && this.session === session)
      this.session = this.#open(session.carriedEdits);
  }

  /** Saves, as a screen that is left, also what was typed while the page was replaced. */
  async leave(): Promise<void> {
    this.isClosing = true;
    let edits: CarriedEdits | undefined;
    do {
      this.#isLetGo = false;
      if (edits) this.session = this.#open(edits);
      await untilKept(this);
      this.#isLetGo = true;
      await this.session.close();
      edits = this.session.carriedEdits;
    } while (edits && !this.isDead);
  }

  whenThawed(work: () => void): void {
    if (this.isFrozen) this.#whenThawed.push(work);
    else work();
  }

  thaw(): void {
    this.isFrozen = false;
    for (const work of this.#whenThawed.splice(0)) if (!this.isDead) work();
  }

  onSave(): void {
    const isLate = this.browser.hasLostTurn(this);
    // The one that was on its way when another tab began to lead counts once.
    if (isLate) this.lateSaves += this.mayBeLate ? 1 : 2;
    this.mayBeLate = false;
  }

  type(at: number, character: string): void {
    this.typed.add(character);
    this.browser.typed.add(character);
    this.content.insert(at, character);
  }

  get isApart(): boolean {
    return this.browser.isApart;
  }

  get content(): Y.Text {
    return this.session.document.getText('content');
  }

  get shown(): string {
    return readShownText(this.content);
  }

  /** As the editor writes what is typed into it, and what a command moves. */
  edit(edits: readonly TextEdit[], isMove = false): void {
    this.session.document.transact(() => {
      if (isMove) writeMove(this.content, edits, edited(this.shown, edits));
      else editText(this.content, edits);
    });
  }
}

function edited(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toReversed()
    .reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}
