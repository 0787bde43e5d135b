/**
 * Every word that was typed in a soak, what its writer did to it, and whether the text at the end is right about it.
 * A word is like "w3-17;": its writer's number, a number of its own, and an end, so that a part of a word is none.
 */

const WORD = /[a-z]\d+-\d+;/g;

// A tab whose disk does not answer says within this time that it alone has its words.
const TOLD_AFTER_MS = 15_000;
// A screen's last answer may come after the kill.
const LATE_ANSWER_MS = 1000;

interface Change {
  readonly at: number;
  /** When its writer began to make it. */
  readonly begunAt: number;
  /** Undefined where its writer could not see the outcome. */
  readonly isThere: boolean | undefined;
  /** The writer's screen read "Saved" afterwards. */
  isSaved: boolean;
  /** The browser's disk had it: a kill does not take it away any more. */
  isStored: boolean;
  /** Its tab went afterwards: killed before the disk had answered, or in any way while it said that it keeps nothing. */
  goneAfterMs: number | undefined;
  /** So long its tab stood still afterwards. */
  restedMs: number;
  /** The writer was told that the words are in this tab alone. */
  wasAlone: boolean;
}

/** The state that a writer's screen names, and whether it says that this device keeps the words; undefined if it says neither. */
export interface Header {
  readonly status: string;
  readonly isKept: boolean | undefined;
}

export interface Word {
  readonly text: string;
  readonly writer: string;
  readonly begunAt: number;
  readonly changes: Change[];
  /** For those who look for the cause. */
  readonly history: string[];
}

export interface Judgement {
  readonly word: Word;
  /** `split`: another word was typed in the middle of it at the same time; every letter of both is there. */
  readonly fate: 'lost' | 'doubled' | 'came back' | 'split' | 'right';
  readonly count: number;
}

export interface Tally {
  readonly judgements: readonly Judgement[];
  /** Words whose last change no disk had at a kill, or was in a tab alone that went: what became of it is right either way. */
  readonly doubtful: ReadonlyArray<{
    readonly goneAfterMs: number;
    readonly wasAlone: boolean;
    readonly isKept: boolean;
  }>;
  /** How many words may be there or not, since nobody saw what an undo or a removal did to them. */
  readonly unseen: number;
}

export class Words {
  readonly #words = new Map<string, Word>();
  /** By writer, with the time at which it was read. */
  readonly #headers = new Map<string, Header & { readonly at: number }>();
  /** By writer: when its tab answered last. */
  readonly #answeredAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds since the soak began */
  constructor(now: () => number) {
    this.#now = now;
  }

  get all(): readonly Word[] {
    return [...this.#words.values()];
  }

  /** About to be typed: until its writer has seen it, it may or may not be there. */
  begin(text: string, writer: string, where: string): void {
    this.#words.set(text, { text, writer, begunAt: this.#now(), changes: [], history: [] });
    this.note(text, `begun by ${writer}, ${where}`);
  }

  /**
   * Its writer made it appear or disappear.
   * @param isThere undefined when the writer's tab was gone before it showed the outcome
   * @param begunAt when its writer pressed the first key for it
   */
  change(text: string, isThere: boolean | undefined, how: string, begunAt = this.#now()): void {
    const change = {
      at: this.#now(),
      begunAt,
      isThere,
      isSaved: false,
      isStored: false,
      goneAfterMs: undefined,
      restedMs: 0,
      wasAlone: false,
    };
    this.#words.get(text)?.changes.push(change);
    this.note(text, how);
  }

  note(text: string, what: string): void {
    this.#words.get(text)?.history.push(`${(this.#now() / 1000).toFixed(1)} s: ${what}`);
  }

  /** Reads what the writer's screen says of its words. */
  read(writer: string, at: number, { status, isKept }: Header): void {
    const before = this.#headers.get(writer);
    this.#headers.set(writer, { status, isKept, at });
    this.#answeredAt.set(writer, at);
    if (status === 'saved') this.save(writer, at);
    if (isKept) this.store(writer, at);
    if (status === before?.status && isKept === before.isKept) return;
    const kept = isKept === undefined ? '' : isKept ? ', kept on this device' : ', in this tab alone';
    for (const word of this.#words.values())
      if (word.writer === writer && word.changes.some(({ isSaved }) => !isSaved))
        this.note(word.text, `the screen: ${status}${kept}`);
  }

  /** The writer's screen read "Saved". That says nothing of what a killed browser forgot. */
  save(writer: string, at: number): void {
    for (const change of this.#unsaved(writer))
      if (change.at <= at && change.goneAfterMs === undefined) change.isSaved = true;
  }

  /** The disk of the writer's browser has what the writer's tab handed over then, and all before that. */
  store(writer: string, at: number): void {
    for (const change of this.#unsaved(writer)) if (change.begunAt <= at) change.isStored = true;
  }

  /** @returns when the writer's screen said last that its tab alone has the words; undefined if it says something else */
  aloneAt(writer: string): number | undefined {
    const header = this.#headers.get(writer);
    return header?.isKept === false ? header.at : undefined;
  }

  /**
   * The writer's browser was killed, and reports nothing more.
   * @param at when; or when the writer's tab was closed before
   */
  kill(writer: string, at: number): void {
    const header = this.#headers.get(writer);
    const answeredAt = this.#answeredAt.get(writer) ?? -Infinity;
    this.#headers.delete(writer);
    for (const change of this.#unsaved(writer)) {
      const goneAfterMs = at - change.at;
      const isAlone = isSaidAlone(header, change);
      // A tab that does not answer a look says nothing either.
      const awakeMs = Math.min(answeredAt, at) - change.at - change.restedMs;
      const isOfAnotherTime = awakeMs >= TOLD_AFTER_MS || goneAfterMs < -LATE_ANSWER_MS;
      if (!isAlone && (change.isStored || isOfAnotherTime)) continue;
      change.goneAfterMs ??= Math.max(0, goneAfterMs);
      change.wasAlone ||= isAlone;
    }
  }

  /** The writer's tab has stood still for so long, and could say nothing. */
  rest(writer: string, ms: number): void {
    for (const change of this.#unsaved(writer)) change.restedMs += ms;
  }

  /** The writer's tab is about to be closed or loaded again. It kept its words, unless its screen said that it does not. */
  close(writer: string): void {
    const header = this.#headers.get(writer);
    for (const change of this.#unsaved(writer)) {
      if (!isSaidAlone(header, change)) continue;
      change.goneAfterMs ??= this.#now() - change.at;
      change.wasAlone = true;
    }
  }

  *#unsaved(writer: string): Generator<Change> {
    for (const word of this.#words.values())
      if (word.writer === writer) yield* word.changes.filter((change) => !change.isSaved);
  }

  judge(content: string): Tally {
    const counts = countWords(content);
    const judgements = this.all.map((word) => judge(word, counts.get(word.text) ?? 0, content));
    const doubtful = judgements.flatMap(({ word, count }) => {
      const last = word.changes.at(-1);
      if (last?.goneAfterMs === undefined) return [];
      const { goneAfterMs, wasAlone } = last;
      return [{ goneAfterMs, wasAlone, isKept: count > 0 === last.isThere }];
    });
    const unseen = this.all.filter(
      ({ changes }) => changes.length > 0 && changes.at(-1)?.isThere === undefined,
    );
    return { judgements, doubtful, unseen: unseen.length };
  }
}

function isSaidAlone(header: (Header & { readonly at: number }) | undefined, change: Change): boolean {
  return header?.isKept === false && header.at >= change.at;
}

function judge(word: Word, count: number, content: string): Judgement {
  if (count > 1) return { word, fate: 'doubled', count };
  const allowed = outcomesOf(word);
  if (allowed.has(count === 1)) return { word, fate: 'right', count };
  if (count === 1) return { word, fate: 'came back', count };
  return { word, fate: isSplit(word.text, content) ? 'split' : 'lost', count };
}

/** Whether the word is there but for whole other words in one place of it. Two who type at one place do that to each other. */
function isSplit(word: string, content: string): boolean {
  return Array.from({ length: word.length - 1 }, (_, at) => at + 1).some((at) => {
    // Each blank can be matched in one way alone: in two, a long row of words would take for ever.
    const others = String.raw`\s*(?:[a-z]\d+-\d+;\s*)+`;
    return new RegExp(word.slice(0, at) + others + word.slice(at)).test(content);
  });
}

/** @returns whether the word may be there at the end, whether it may be absent, or both */
function outcomesOf({ changes }: Word): ReadonlySet<boolean> {
  if (changes.length === 0) return new Set([true, false]);
  const sure = changes.findLastIndex(
    ({ isThere, isSaved, goneAfterMs }) => isThere !== undefined && (isSaved || goneAfterMs === undefined),
  );
  const doubtful = changes.slice(sure + 1).flatMap(({ isThere = [true, false] }) => isThere);
  return new Set([changes[sure]?.isThere ?? false, ...doubtful]);
}

/** @returns how often each word is in the text */
export function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
