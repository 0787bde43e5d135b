/** Where the others who have the page open are writing. It is told among their screens, and nothing of it is kept. */
import * as Y from 'yjs';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import type { PageTexts } from './page-texts.ts';

/** As screens tell it. The positions are Yjs's relative ones, as JSON: they stay at their letters. */
export interface ToldCaret {
  /** One open screen; a person may have several. */
  readonly screen: string;
  readonly userId: string;
  /** The text that has the caret; undefined while none of them has. */
  readonly field: keyof PageTexts | undefined;
  readonly anchor: string;
  readonly head: string;
}

export interface Caret {
  readonly screen: string;
  readonly userId: string;
  readonly field: keyof PageTexts;
  /** Counted in the text as it is now. */
  readonly anchor: number;
  readonly head: number;
  /** By this device's clock, in milliseconds. */
  readonly movedAt: number;
}

// Sent at most so often, and again while nothing moves, so that a screen that joins learns it.
const TELL_INTERVAL_MS = 100;
const REPEAT_MS = 15_000;
const FORGET_MS = 40_000;
const MOST_SCREENS = 200;
const LONGEST_POSITION = 500;

/** Handlers of a text field outside the editor, for its caret. */
export interface CaretEvents {
  readonly onSelect: (event: {
    readonly currentTarget: { readonly selectionStart: number; readonly selectionEnd: number };
  }) => void;
  readonly onBlur: () => void;
}

export class Carets {
  readonly #document: Y.Doc;
  readonly #tell: (caret: ToldCaret) => void;
  readonly #others = new Map<string, { told: ToldCaret; movedAt: number; heardAt: number }>();
  readonly #listeners = new Set<() => void>();
  #own: ToldCaret;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #repeating: ReturnType<typeof setInterval> | undefined;

  constructor(document: Y.Doc, userId: string, tell: (caret: ToldCaret) => void) {
    this.#document = document;
    this.#tell = tell;
    this.#own = { screen: randomUuid(), userId, field: undefined, anchor: '', head: '' };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** This screen's caret is there now. @param field undefined when no text has it */
  move(field: keyof PageTexts | undefined, anchor = 0, head = anchor): void {
    const at = (index: number) => (field ? this.#encode(field, index) : '');
    const next = { ...this.#own, field, anchor: at(anchor), head: at(head) };
    if (JSON.stringify(next) === JSON.stringify(this.#own)) return;
    this.#own = next;
    this.#keepTelling();
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#tell(this.#own);
    }, TELL_INTERVAL_MS);
  }

  /** The text has the caret no more. Another one may have it already. */
  leave(field: keyof PageTexts): void {
    if (this.#own.field === field) this.move(undefined);
  }

  at(field: keyof PageTexts): CaretEvents {
    return {
      onSelect: ({ currentTarget: { selectionStart, selectionEnd } }) =>
        this.move(field, selectionStart, selectionEnd),
      onBlur: () => this.leave(field),
    };
  }

  /** Somebody has joined, and does not know yet where this screen's caret is. */
  repeat(): void {
    if (this.#own.field) this.#tell(this.#own);
  }

  hear(message: unknown): void {
    const told = readCaret(message);
    if (!told || told.screen === this.#own.screen) return;
    this.#keepTelling();
    const known = this.#others.get(told.screen);
    if (!known && this.#others.size >= MOST_SCREENS) return;
    // A screen that is new here may not know where this one is.
    if (!known) this.repeat();
    const isSame = JSON.stringify(known?.told) === JSON.stringify(told);
    const movedAt = known && isSame ? known.movedAt : Date.now();
    this.#others.set(told.screen, { told, movedAt, heardAt: Date.now() });
    if (!isSame) this.#announce();
  }

  /** Of the others, where their letters are now. */
  in(field: keyof PageTexts): readonly Caret[] {
    return [...this.#others.values()].flatMap(({ told, movedAt }) => {
      if (told.field !== field) return [];
      const [anchor, head] = [this.#decode(field, told.anchor), this.#decode(field, told.head)];
      if (anchor === undefined || head === undefined) return [];
      return [{ screen: told.screen, userId: told.userId, field, anchor, head, movedAt }];
    });
  }

  close(): void {
    clearInterval(this.#repeating);
    clearTimeout(this.#telling);
    if (this.#own.field) this.#tell({ ...this.#own, field: undefined, anchor: '', head: '' });
    this.#listeners.clear();
  }

  #keepTelling(): void {
    this.#repeating ??= setInterval(() => {
      this.repeat();
      this.#forget();
    }, REPEAT_MS);
  }

  #forget(): void {
    const before = this.#others.size;
    for (const [screen, { heardAt }] of this.#others)
      if (heardAt < Date.now() - FORGET_MS) this.#others.delete(screen);
    if (this.#others.size < before) this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #encode(field: keyof PageTexts, index: number): string {
    return JSON.stringify(Y.createRelativePositionFromTypeIndex(this.#document.getText(field), index));
  }

  /** @returns nothing where the position is not of this text, or of letters that have not come yet */
  #decode(field: keyof PageTexts, position: string): number | undefined {
    const text = this.#document.getText(field);
    try {
      const relative = Y.createRelativePositionFromJSON(JSON.parse(position));
      const found = Y.createAbsolutePositionFromRelativePosition(relative, this.#document);
      return found?.type === text ? found.index : undefined;
    } catch {
      return undefined;
    }
  }
}

const FIELDS: ReadonlySet<unknown> = new Set(['name', 'description', 'content', undefined]);

function readCaret(message: unknown): ToldCaret | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { screen, userId, field, anchor, head } = message as Partial<Record<keyof ToldCaret, unknown>>;
  const texts = [screen, userId, anchor, head];
  if (!texts.every((text) => typeof text === 'string' && text.length <= LONGEST_POSITION)) return undefined;
  if (!FIELDS.has(field)) return undefined;
  return { screen, userId, field, anchor, head } as ToldCaret;
}
