/** The words that others wrote while this browser did not hear of them: before it opened the page, or without a connection. */
import type * as Y from 'yjs';
import { startStopwatch } from '../../../lib/browser/time/stopwatch.ts';
import { mergeTexts, readTexts } from '../words/page-document.ts';
import { type PageTexts, sayTheSame } from '../words/page-texts.ts';
import { FROM_LOG, FROM_OTHERS } from '../words/page-updates.ts';

// Nobody forgets what a page said a moment ago, and nobody wants a notice after each reload.
const SHORTEST_ABSENCE_MS = 60_000;

/** Both texts have the words of this browser: they differ by those of others alone. */
export interface MissedChanges {
  readonly before: PageTexts;
  readonly after: PageTexts;
  /** The version of the page that this browser knew. */
  readonly since: string;
  readonly wasOffline: boolean;
}

interface Absence {
  readonly since: string;
  /** How many milliseconds the connection has been lost for; undefined where the page was not open. */
  readonly lostFor: (() => number) | undefined;
}

/** An absence in which the page got another document. */
export interface OpenAbsence extends Absence {
  /** The texts as they would be without what others wrote. */
  readonly before: PageTexts;
}

export class Absences {
  readonly #document: Y.Doc;
  readonly #listeners = new Set<() => void>();
  #told: MissedChanges | undefined;
  #absence: Absence | OpenAbsence | undefined;
  #beforeUpdate: PageTexts | undefined;
  #missed: { readonly before: PageTexts; readonly after: PageTexts } | undefined;

  /** @param absence that began with a document before this one */
  constructor(document: Y.Doc, absence?: OpenAbsence) {
    this.#document = document;
    this.#absence = absence;
  }

  /** For the document that comes after this one. */
  get open(): OpenAbsence | undefined {
    if (!this.#absence || 'before' in this.#absence) return this.#absence as OpenAbsence | undefined;
    const [texts, missed] = [readTexts(this.#document), this.#missed];
    return { ...this.#absence, before: missed ? mergeTexts(missed.after, texts, missed.before) : texts };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns those of the last absence, until they are forgotten; undefined after a short one */
  readonly getMissed = (): MissedChanges | undefined => this.#told;

  /** The person has seen them, or does not want to. */
  readonly forget = (): void => this.#tell(undefined);

  /**
   * From now on, words of others are missed.
   * @param since the version of the page that is here
   * @param isLost whether the connection is; else the page was not open until now
   */
  begin(since: string, isLost = false): void {
    if (this.#absence) return;
    this.#absence = { since, lostFor: isLost ? startStopwatch() : undefined };
    this.#document.on('beforeTransaction', this.#onBefore);
    this.#document.on('afterTransaction', this.#onAfter);
  }

  /**
   * From now on, words of others are seen as they come.
   * @param version of the page that is here now
   */
  end(version: string): void {
    const absence = this.#absence;
    const isResumed = absence !== undefined && 'before' in absence;
    const missed = isResumed ? { before: absence.before, after: readTexts(this.#document) } : this.#missed;
    this.#absence = this.#missed = undefined;
    this.#document.off('beforeTransaction', this.#onBefore);
    this.#document.off('afterTransaction', this.#onAfter);
    if (!absence || !missed || sayTheSame(missed.before, missed.after)) return;
    const { since, lostFor } = absence;
    const lengthMs = lostFor ? lostFor() : Date.parse(version) - Date.parse(since);
    if (lengthMs >= SHORTEST_ABSENCE_MS) this.#tell({ ...missed, since, wasOffline: lostFor !== undefined });
  }

  readonly #onBefore = ({ origin }: Y.Transaction): void => {
    if (isOfOthers(origin)) this.#beforeUpdate = readTexts(this.#document);
  };

  readonly #onAfter = ({ origin }: Y.Transaction): void => {
    const before = this.#beforeUpdate;
    if (!isOfOthers(origin) || !before) return;
    this.#beforeUpdate = undefined;
    const after = readTexts(this.#document);
    if (sayTheSame(before, after)) return;
    const missed = this.#missed;
    // This browser's own words may have come between two of theirs.
    this.#missed = { before: missed ? mergeTexts(missed.after, before, missed.before) : before, after };
  };

  #tell(missed: MissedChanges | undefined): void {
    this.#told = missed;
    for (const listener of this.#listeners) listener();
  }
}

function isOfOthers(origin: unknown): boolean {
  return origin === FROM_LOG || origin === FROM_OTHERS;
}
