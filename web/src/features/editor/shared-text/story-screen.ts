/** A page on somebody's screen, for generated stories: what is typed and moved there is written as the editor writes it. */
import fc from 'fast-check';
import * as Y from 'yjs';
import { historyOf } from './shared-text.ts';
// An editor has it, too: orders follow edits.
import './moved-lines.ts';
import { readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { editText } from '../../document/moves/writing/edit-text.ts';
import { keepLinesApart } from '../../document/moves/writing/keep-lines-apart.ts';
import { appendLines } from '../../document/moves/writing/move-lines.ts';
import { writeMove } from '../../document/moves/writing/write-move.ts';

// With letters beyond 16 bits, marks that stand on a letter, and joined ones.
export const PAGE = ['a0; 𐐷1;', '', '👩‍💻;b0;', 'c0; e\u0301; c1;', '', 'd0; 𝔡1;', 'e0;'].join('\n');

export const RUNS = Number(process.env.MODEL_RUNS ?? 300);

export function startState(page = PAGE): Uint8Array {
  const document = new Y.Doc();
  document.clientID = 1;
  document.getText('content').insert(0, page);
  return Y.encodeStateAsUpdate(document);
}

export class Screen {
  readonly document = new Y.Doc();
  readonly text = this.document.getText('content');
  readonly history: Y.UndoManager;

  constructor(state: Uint8Array) {
    Y.applyUpdate(this.document, state);
    this.history = historyOf(this.text);
    keepLinesApart(this.text, this.history);
  }

  get shown(): string {
    return readShownText(this.text);
  }

  edit(from: number, to: number, insert: string): void {
    this.document.transact(() => editText(this.text, [{ from, to, insert }]));
  }

  /** Letter by letter. */
  type(place: number, word: string): void {
    let at = place;
    for (const letter of word) {
      this.edit(at, at, letter);
      at += letter.length;
    }
  }

  append(lines: string): void {
    this.document.transact(() => appendLines(this.text, lines));
  }

  /** @returns what the text should be afterwards */
  move(first: number, count: number, by: number): string {
    const before = this.shown;
    const after = movedText(before, first, count, by);
    const from = commonStart(before, after);
    const end = commonEnd(before, after, from);
    // As an editor says it: the shortest piece that differs.
    const edits = [{ from, to: before.length - end, insert: after.slice(from, after.length - end) }];
    this.document.transact(() => writeMove(this.text, edits, after));
    return after;
  }

  hear(others: readonly Screen[]): void {
    for (const { document } of others)
      Y.applyUpdate(this.document, Y.encodeStateAsUpdate(document), 'others');
  }
}

export function movedText(text: string, first: number, count: number, by: number): string {
  const lines = text.split('\n');
  const going = lines.splice(first % lines.length, 1 + (count % 3));
  lines.splice(by % (lines.length + 1), 0, ...going);
  return lines.join('\n');
}

/** All hear of all. */
export function meet(screens: readonly Screen[]): void {
  for (const screen of screens) screen.hear(screens.filter((other) => other !== screen));
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at++;
  return at;
}

function commonEnd(one: string, other: string, start: number): number {
  let count = 0;
  const most = Math.min(one.length, other.length) - start;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

/** @returns a place between letters at about there: no caret stands within one */
export function placeIn(text: string, at: number): number {
  const letters = [...text];
  return letters.slice(0, at % (letters.length + 1)).join('').length;
}

export type StepKind = 'type' | 'move' | 'delete' | 'enter' | 'append' | 'meet' | 'undo' | 'redo';

export function stepOf(...kinds: readonly StepKind[]) {
  return fc.record({
    who: fc.nat(2),
    kind: fc.constantFrom(...kinds),
    at: fc.nat(200),
    count: fc.nat(5),
    by: fc.nat(20),
  });
}

export type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer T> ? T : never;

/** @returns what the step takes away: some letters, or several lines */
export function goneBy({ at, count, by }: Pick<Step, 'at' | 'count' | 'by'>, shown: string) {
  const from = placeIn(shown, at);
  const letters = [...shown.slice(from)].slice(0, by > 14 ? count * 12 : count).join('');
  return { from, to: from + letters.length, letters };
}

/** Does a step to the text alone; moves and appended lines, too. */
export function take(screen: Screen, step: Step, word = 'x;'): void {
  const { kind, at, count, by } = step;
  const { shown } = screen;
  const from = placeIn(shown, at);
  if (kind === 'move') screen.move(at, count, by);
  else if (kind === 'append') screen.append(word);
  else if (kind === 'type') screen.type(from, word);
  else if (kind === 'enter') screen.edit(from, from, '\n');
  else if (kind === 'delete') screen.edit(from, goneBy(step, shown).to, '');
}
