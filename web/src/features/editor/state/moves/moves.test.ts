/** Lines move, and words are written into them, by many at once. Nothing is lost, doubled or torn. */
import { ChangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { TextEdit } from '../text-changes.ts';
import { recordsOf, textOf } from './arrangement.ts';
import { editText } from './edit-text.ts';
import { appendLines } from './move-lines.ts';
import { indexOfPlace, placeAt } from './places.ts';
import { type ShownChange, shownChange } from './shown-changes.ts';
import { writeMove } from './write-move.ts';

const PAGE = ['a0; a1;', '', 'b0;', 'c0; c1;', '', 'd0; d1;', 'e0;'].join('\n');

class Screen {
  readonly document = new Y.Doc();
  readonly text = this.document.getText('content');

  constructor(state: Uint8Array) {
    Y.applyUpdate(this.document, state);
  }

  get shown(): string {
    return textOf(this.text);
  }

  edit(from: number, to: number, insert: string): void {
    this.document.transact(() => editText(this.text, [{ from, to, insert }]));
  }

  /** @returns what the text should be afterwards */
  move(first: number, count: number, by: number): string {
    const before = this.shown;
    const lines = before.split('\n');
    const going = lines.splice(first % lines.length, 1 + (count % 3));
    lines.splice(by % (lines.length + 1), 0, ...going);
    const after = lines.join('\n');
    const from = commonStart(before, after);
    const end = commonEnd(before, after, from);
    // As an editor says it: the shortest piece that differs.
    const edits = [{ from, to: before.length - end, insert: after.slice(from, after.length - end) }];
    this.document.transact(() => writeMove(this.text, edits, after));
    return after;
  }
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

function startState(page = PAGE): Uint8Array {
  const document = new Y.Doc();
  document.clientID = 1;
  document.getText('content').insert(0, page);
  return Y.encodeStateAsUpdate(document);
}

const step = fc.record({
  who: fc.nat(2),
  kind: fc.constantFrom('type', 'move', 'move', 'delete', 'meet', 'meet', 'enter', 'append'),
  at: fc.nat(200),
  count: fc.nat(5),
  by: fc.nat(20),
});

test('one writer sees what the edits make', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const screen = new Screen(startState());
      for (const { kind, at, count, by } of steps) {
        const before = screen.shown;
        const from = at % (before.length + 1);
        if (kind === 'move') expect(screen.move(at, count, by)).toBe(screen.shown);
        else if (kind === 'append') {
          screen.document.transact(() => appendLines(screen.text, 'y;'));
          expect(screen.shown).toBe(`${before}\ny;`);
        } else {
          const to = kind === 'delete' ? Math.min(from + count, before.length) : from;
          const insert = kind === 'type' ? 'x;' : kind === 'enter' ? '\n' : '';
          screen.edit(from, to, insert);
          expect(screen.shown).toBe(before.slice(0, from) + insert + before.slice(to));
        }
        for (let index = 0; index <= screen.shown.length; index += 3)
          expect(indexOfPlace(screen.text, placeAt(screen.text, index))).toBe(index);
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 300) },
  );
});

test('whatever three move and type at once, all see the same, and each word is there once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const screens = [0, 1, 2].map(() => new Screen(startState()));
      const typed: string[] = [];
      const meet = () => {
        for (const one of screens)
          for (const other of screens) Y.applyUpdate(one.document, Y.encodeStateAsUpdate(other.document));
      };
      for (const { who, kind, at, count, by } of steps) {
        const screen = screens[who] as Screen;
        if (kind === 'meet') meet();
        else if (kind === 'move') screen.move(at, count, by);
        else if (kind === 'append') {
          const word = `p${typed.length};`;
          typed.push(word);
          screen.document.transact(() => appendLines(screen.text, word));
        } else if (kind === 'type') {
          const places = [...screen.shown.matchAll(/(?<=[;\n]|^)/g)].map(({ index }) => index);
          const place = places[at % places.length] ?? 0;
          const word = `w${typed.length};`;
          typed.push(word);
          for (const [index, letter] of [...word].entries())
            screen.edit(place + index, place + index, letter);
        }
      }
      meet();
      const [first, ...others] = screens.map(({ shown }) => shown);
      for (const other of others) expect(other).toBe(first);
      const words = [...(first ?? '').matchAll(/[a-z]\d+;/g)].map(([word]) => word);
      expect(words.toSorted(), first).toEqual([...(PAGE.match(/[a-z]\d;/g) ?? []), ...typed].toSorted());
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 300) },
  );
});

test('a caret stays at its letters, whatever others write and move', () => {
  const followed = { hits: 0 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const screens = [0, 1].map(() => new Screen(startState()));
      const [mine, other] = screens as [Screen, Screen];
      for (const { kind, at, count, by } of steps) {
        const from = at % (other.shown.length + 1);
        if (kind === 'move') other.move(at, count, by);
        else if (kind === 'append') other.document.transact(() => appendLines(other.text, 'y;'));
        else if (kind === 'delete') other.edit(from, Math.min(from + count, other.shown.length), '');
        else other.edit(from, from, kind === 'enter' ? '\n' : 'x;');
        const before = mine.shown;
        const caret = by % (before.length + 1);
        const [left, right] = [placeAt(mine.text, Math.max(caret - 1, 0)), placeAt(mine.text, caret)];
        const records = recordsOf(mine.text);
        let change: ShownChange | undefined;
        mine.document.once('afterTransaction', (transaction: Y.Transaction) => {
          change = shownChange(mine.text, before, records, transaction);
        });
        Y.applyUpdate(mine.document, Y.encodeStateAsUpdate(other.document));
        if (!change) continue;
        expect(edited(before, change.edits)).toBe(mine.shown);
        const isThere = (place: Y.RelativePosition) =>
          !place.item || !Y.getItem(mine.document.store, place.item).deleted;
        if (change.hasMoved) {
          if (isThere(right)) expect(change.placeOf(caret)).toBe(indexOfPlace(mine.text, right));
        } else if (caret > 0 && isThere(left) && left.item) {
          const place = ChangeSet.of([...change.edits], before.length).mapPos(caret, -1);
          expect(place, JSON.stringify([before, mine.shown])).toBe((indexOfPlace(mine.text, left) ?? 0) + 1);
          followed.hits++;
        }
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 200) },
  );
  expect(followed.hits).toBeGreaterThan(100);
});

function edited(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

test('records that anybody may have written lose no letter, and can be written over', () => {
  const edge = fc.oneof(
    fc.constantFrom('^', '$'),
    fc.nat(40).map((clock) => `1.${clock}`),
    fc.nat(9).map((clock) => `77.${clock}`),
  );
  const range = fc.tuple(edge, edge).map(([after, through]) => `${after}-${through}`);
  const record = fc
    .tuple(fc.array(range, { minLength: 1, maxLength: 4 }), edge)
    .map(([ranges, to]) => `${ranges.join(',')}>${to}`);
  const line = fc.oneof({ weight: 5, arbitrary: record }, { weight: 1, arbitrary: fc.string() });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.nat(60), fc.boolean(), (lines, at, isEnded) => {
      const screen = new Screen(startState());
      const letters = (text: string) => [...text].filter((letter) => letter !== '\n').sort();
      const before = letters(screen.shown);
      screen.document.getText('moves').insert(0, lines.join('\n') + (isEnded ? '\n' : ''));
      expect(letters(screen.shown)).toEqual(before);
      screen.edit(at % (screen.shown.length + 1), at % (screen.shown.length + 1), 'x');
      screen.document.transact(() => appendLines(screen.text, 'y'));
      screen.move(at, 1, at + 3);
      expect(letters(screen.shown)).toEqual([...before, 'x', 'y'].sort());
      const copy = new Screen(Y.encodeStateAsUpdate(screen.document));
      expect(copy.shown).toBe(screen.shown);
    }),
    { numRuns: 300 },
  );
});

test('past the limit, moves are written as letters, and lines below as edits', () => {
  const screen = new Screen(startState());
  screen.document.getText('moves').insert(0, '1.7-1.8>1.12\n'.repeat(1000));
  const { length } = screen.document.getText('moves');
  const after = screen.move(0, 0, 4);
  expect(screen.shown).toBe(after);
  screen.document.transact(() => appendLines(screen.text, 'pic'));
  expect(screen.shown).toBe(`${after}\npic`);
  expect(screen.document.getText('moves')).toHaveLength(length);
});

test('a document that was given up is still written in its right order', () => {
  const screen = new Screen(startState());
  screen.move(0, 0, 4);
  expect(screen.shown.length).toBe(PAGE.length);
  screen.document.destroy();
  for (const word of ['one;', 'two;']) {
    const before = screen.shown;
    screen.edit(3, 3, word);
    expect(screen.shown).toBe(before.slice(0, 3) + word + before.slice(3));
  }
});
