/**
 * The place where the others who have the page open are writing. Their screens tell each other, and nothing of it is
 * kept: a caret of which nothing was heard for 40 seconds is forgotten. The editor draws them (editor/carets).
 */
import type * as Y from 'yjs';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { MOVES_FIELD } from '../moves/arrangement/move-records.ts';
import { recordsOf } from '../moves/arrangement/moved-text.ts';
import { indexOfPlace, placeAt } from '../moves/places.ts';
import { type PageTexts, TEXT_FIELDS } from '../words/page-texts.ts';
import { type HeardCaret, readCaret, type ToldCaret } from './told-caret.ts';

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
const MOST_TO_WAIT = 8;
const TELL_INTERVAL_MS = 100;
const REPEAT_MS = 15_000;
const FORGET_MS = 40_000;
// A stream of made-up screens must not make everybody answer each of them.
const REPLY_INTERVAL_MS = 1000;
const MOST_SCREENS = 200;
const MOST_SCREENS_OF_ONE = 5;

/** Handlers of a text field outside the editor, for its caret. */
export interface CaretEvents {
  readonly onSelect: (event: {
    readonly currentTarget: { readonly selectionStart: number; readonly selectionEnd: number };
  }) => void;
  readonly onBlur: () => void;
}

/** A place in a text. Found once by its letter, which takes a walk through the text; then it moves with each edit. */
interface Place {
  readonly letter: Y.RelativePosition;
  index: number | undefined;
}

interface OtherScreen {
  readonly userId: string;
  readonly field: keyof PageTexts | undefined;
  readonly places: readonly Place[];
  /** As it was told, to know whether it moves. */
  readonly said: string;
  movedAt: number;
  readonly heardAt: number;
}

export class Carets {
  /** Names this screen among those who write the page. */
  readonly screen = randomUuid();
  readonly #document: Y.Doc;
  readonly #tell: (caret: ToldCaret) => void;
  readonly #meet: () => void;
  readonly #others = new Map<string, OtherScreen>();
  readonly #listeners = new Set<() => void>();
  #own: ToldCaret;
  #telling: ReturnType<typeof setTimeout> | undefined;
  #replying: ReturnType<typeof setTimeout> | undefined;
  #repliedAt = Number.NEGATIVE_INFINITY;
  #repeating: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  /** @param meet called when there is a screen that may not have heard what was typed before */
  constructor(
    document: Y.Doc,
    userId: string,
    tell: (caret: ToldCaret) => void,
    meet: () => void = () => undefined,
  ) {
    this.#document = document;
    this.#tell = tell;
    this.#meet = meet;
    this.#own = { screen: this.screen, userId, field: undefined, anchor: '', head: '' };
    for (const field of TEXT_FIELDS)
      document.getText(field).observe(({ delta }) => this.#shift(field, delta));
    document.getText(MOVES_FIELD).observe(() => this.#lookAgain('content'));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How many screens have a caret in the page, this one included. */
  get writers(): number {
    return 1 + [...this.#others.values()].filter(({ field }) => field).length;
  }

  /** Whether saves that need the newest state would often refuse each other. */
  get areMany(): boolean {
    return this.writers > MOST_TO_WAIT;
  }

  /** This screen's caret is there now. @param field undefined when no text has it */
  move(field: keyof PageTexts | undefined, anchor = 0, head = anchor): void {
    if (this.#isClosed) return;
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

  /** The others can be heard from now on: they answer a screen that they do not know yet with where they are. */
  greet(): void {
    if (this.#isClosed) return;
    this.#tell(this.#own);
    this.#meet();
  }

  hear(message: unknown): void {
    const heard = readCaret(message);
    if (!heard || heard.screen === this.screen || this.#isClosed) return;
    const known = this.#others.get(heard.screen);
    if (known ? known.userId !== heard.userId : !this.#makeRoom(heard.userId)) return;
    this.#keepTelling();
    // A screen that is new here may not know where this one is.
    if (!known) this.#reply();
    const said = JSON.stringify(heard.place);
    const isSame = known !== undefined && known.said === said;
    this.#others.set(heard.screen, {
      userId: heard.userId,
      field: heard.place?.field,
      places: placesOf(heard),
      said,
      movedAt: isSame ? known.movedAt : performance.now(),
      heardAt: performance.now(),
    });
    if (!isSame) this.#announce();
  }

  /** Somebody types there. The caret stays at its letter meanwhile, and is not told. */
  hearTyping(screen: string): void {
    const known = this.#others.get(screen);
    if (!known || this.#isClosed) return;
    known.movedAt = performance.now();
    this.#announce();
  }

  /** The others' carets, at the places where their letters are now. */
  in(field: keyof PageTexts): readonly Caret[] {
    return [...this.#others].flatMap(([screen, { userId, field: its, places, movedAt }]) => {
      if (its !== field) return [];
      const [anchor, head] = places.map((place) => {
        place.index ??= this.#find(field, place.letter);
        return place.index;
      });
      if (anchor === undefined || head === undefined) return [];
      return [{ screen, userId, field, anchor, head, movedAt }];
    });
  }

  close(): void {
    if (this.#own.field) this.#tell({ ...this.#own, field: undefined, anchor: '', head: '' });
    this.#isClosed = true;
    clearInterval(this.#repeating);
    clearTimeout(this.#telling);
    clearTimeout(this.#replying);
    this.#listeners.clear();
  }

  #repeat(): void {
    if (this.#own.field) this.#tell(this.#own);
  }

  #reply(): void {
    const wait = this.#repliedAt + REPLY_INTERVAL_MS - performance.now();
    this.#replying ??= setTimeout(
      () => {
        this.#replying = undefined;
        this.#repliedAt = performance.now();
        this.#repeat();
        this.#meet();
      },
      Math.max(wait, 0),
    );
  }

  #keepTelling(): void {
    this.#repeating ??= setInterval(() => {
      this.#repeat();
      this.#forget();
    }, REPEAT_MS);
  }

  #forget(): void {
    const before = this.#others.size;
    for (const [screen, { heardAt }] of this.#others)
      if (heardAt < performance.now() - FORGET_MS) this.#others.delete(screen);
    if (this.#others.size < before) this.#announce();
  }

  /** @returns whether there is room for one more screen of that person, where those without a caret give way */
  #makeRoom(userId: string): boolean {
    const all = [...this.#others];
    const theirs = all.filter(([, other]) => other.userId === userId);
    return this.#hasRoom(theirs, MOST_SCREENS_OF_ONE) && this.#hasRoom(all, MOST_SCREENS);
  }

  #hasRoom(screens: readonly (readonly [string, OtherScreen])[], most: number): boolean {
    if (screens.length < most) return true;
    const [idle] = screens.find(([, { field }]) => !field) ?? [];
    return idle !== undefined && this.#others.delete(idle);
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #shift(field: keyof PageTexts, delta: Y.YTextEvent['delta']): void {
    // They count letters in the order of the shared text.
    if (recordsOf(this.#document.getText(field)).length > 0) {
      this.#lookAgain(field);
      return;
    }
    for (const other of this.#others.values()) {
      if (other.field !== field) continue;
      for (const place of other.places)
        if (place.index !== undefined) place.index = indexAfter(place.index, delta);
    }
  }

  #lookAgain(field: keyof PageTexts): void {
    for (const other of this.#others.values())
      if (other.field === field) for (const place of other.places) place.index = undefined;
  }

  #encode(field: keyof PageTexts, index: number): string {
    return JSON.stringify(placeAt(this.#document.getText(field), index));
  }

  /** @returns nothing where the position is not of this text, or of letters that have not come yet */
  #find(field: keyof PageTexts, letter: Y.RelativePosition): number | undefined {
    return indexOfPlace(this.#document.getText(field), letter);
  }
}

function placesOf({ place }: HeardCaret): readonly Place[] {
  return place ? [place.anchor, place.head].map((letter) => ({ letter, index: undefined })) : [];
}

/** @returns where the letter is after an edit that was before it at `index`; new letters come before it */
function indexAfter(index: number, delta: Y.YTextEvent['delta']): number {
  let [at, moved] = [0, index];
  for (const { retain = 0, insert = '', delete: gone = 0 } of delta) {
    if (at > moved) break;
    const added = typeof insert === 'string' ? insert.length : 0;
    moved = Math.max(at, moved - gone) + added;
    at += retain + added;
  }
  return moved;
}
