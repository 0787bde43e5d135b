/** Lines move, and words are written into them, by many at once. Nothing is lost, doubled or torn. */
import { ChangeSet } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { movedOf, recordTextOf } from '../../document/moves/arrangement/moved-text.ts';
import { type TextEdit, textEdits } from '../../document/moves/edits/text-changes.ts';
import { indexOfPlace, placeAt } from '../../document/moves/places.ts';
import { type ShownChange, shownChange } from '../../document/moves/shown-changes.ts';
import { writeMove } from '../../document/moves/writing/write-move.ts';
import {
  goneBy,
  meet,
  movedText,
  PAGE,
  RUNS,
  Screen,
  type Step,
  startState,
  stepOf,
  take,
} from './story-screen.ts';

const step = stepOf('type', 'move', 'move', 'delete', 'meet', 'meet', 'enter', 'append');

test('one writer sees what the edits make', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const screen = new Screen(startState());
      for (const step of steps.filter(({ kind }) => kind !== 'meet')) {
        const expected = expectedAfter(step, screen.shown);
        take(screen, step);
        expect(screen.shown).toBe(expected);
        for (let index = 0; index <= screen.shown.length; index += 3)
          expect(indexOfPlace(screen.text, placeAt(screen.text, index))).toBe(index);
      }
    }),
    { numRuns: RUNS },
  );
});

const WORD = /[^\s;]+;/g;

test('whatever three move and type at once, all see the same, and each word is there once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const screens = [0, 1, 2].map(() => new Screen(startState()));
      const typed: string[] = [];
      for (const { who, kind, at, count, by } of steps) {
        const screen = screens[who] as Screen;
        const word = `${['w', '𐐷', '👩‍💻', 'e\u0301'][typed.length % 4]}${typed.length + 2};`;
        if (kind === 'meet') meet(screens);
        else if (kind === 'move') screen.move(at, count, by);
        else if (kind === 'append') {
          typed.push(word);
          screen.append(word);
        } else if (kind === 'type') {
          const places = [...screen.shown.matchAll(/(?<=[;\n]|^)/g)].map(({ index }) => index);
          typed.push(word);
          screen.type(places[at % places.length] ?? 0, word);
        }
      }
      meet(screens);
      const [first, ...others] = screens.map(({ shown }) => shown);
      for (const other of others) expect(other).toBe(first);
      const words = first?.match(WORD) ?? [];
      expect(words.toSorted(), first).toEqual([...(PAGE.match(WORD) ?? []), ...typed].toSorted());
    }),
    { numRuns: RUNS },
  );
});

test('a caret stays at its letters, whatever others write and move', () => {
  const followed = { hits: 0 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const screens = [0, 1].map(() => new Screen(startState()));
      const [mine, other] = screens as [Screen, Screen];
      for (const step of steps) {
        take(other, step);
        const { by } = step;
        const before = mine.shown;
        const caret = by % (before.length + 1);
        const [left, right] = [placeAt(mine.text, Math.max(caret - 1, 0)), placeAt(mine.text, caret)];
        const moved = movedOf(mine.text);
        let change: ShownChange | undefined;
        mine.document.once('afterTransaction', (transaction: Y.Transaction) => {
          change = shownChange(mine.text, before, { before: moved, now: movedOf(mine.text), transaction });
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
    { numRuns: RUNS },
  );
  expect(followed.hits).toBeGreaterThan(100);
});

test('who writes at the end of a line that was joined with the next one writes on in one piece', () => {
  const state = startState('more\n\nsix');
  const [one, joiner, third] = [new Screen(state), new Screen(state), new Screen(state)];
  [one.document.clientID, joiner.document.clientID, third.document.clientID] = [9, 5, 2];
  one.edit(5, 5, 'wo');
  joiner.edit(5, 6, '');
  third.edit(6, 6, 'other ');
  one.hear([joiner]);
  expect(one.shown).toBe('more\nwosix');
  one.edit(7, 7, 'rd ');
  meet([one, joiner, third]);
  expect(one.shown).toBe('more\nword other six');
});

test('a caret behind the last letter stays there when letters come behind it and the lines move', () => {
  const state = startState('one\nsix');
  const [mine, other] = [new Screen(state), new Screen(state)];
  [mine.document.clientID, other.document.clientID] = [2, 3];
  mine.edit(7, 7, ' w0');
  other.edit(7, 7, ' v;');
  const after = 'six v;\n\none';
  other.document.transact(() => writeMove(other.text, textEdits(0, other.shown, after), after));
  const before = mine.shown;
  const moved = movedOf(mine.text);
  let change: ShownChange | undefined;
  mine.document.once('afterTransaction', (transaction: Y.Transaction) => {
    change = shownChange(mine.text, before, { before: moved, now: movedOf(mine.text), transaction });
  });
  mine.hear([other]);
  expect(mine.shown).toBe('six w0 v;\n\none');
  expect(change?.placeOf(before.length)).toBe('six w0'.length);
});

test('what others write at an edge of selected letters is not selected, whatever moves', () => {
  let hits = 0;
  const steps = fc.array(stepOf('type', 'type', 'move', 'enter', 'append'), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(steps, fc.nat(500), fc.nat(20), (made, at, count) => {
      const [mine, other] = [new Screen(startState()), new Screen(startState())];
      const before = mine.shown;
      const from = at % before.length;
      const to = Math.min(from + count + 1, before.length);
      const [first, last] = [placeAt(mine.text, from), placeAt(mine.text, to - 1)];
      const moved = movedOf(mine.text);
      for (const step of made) take(other, step);
      let change: ShownChange | undefined;
      mine.document.once('afterTransaction', (transaction: Y.Transaction) => {
        change = shownChange(mine.text, before, { before: moved, now: movedOf(mine.text), transaction });
      });
      mine.hear([other]);
      if (!change?.hasMoved || before.slice(from, to).includes('\n')) return;
      hits++;
      expect(change.placeOf(from, 1), mine.shown).toBe(indexOfPlace(mine.text, first));
      expect(change.placeOf(to, -1), mine.shown).toBe((indexOfPlace(mine.text, last) ?? 0) + 1);
    }),
    { numRuns: RUNS },
  );
  expect(hits).toBeGreaterThan(10);
});

function edited(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

const edge = fc.oneof(
  fc.constantFrom('^', '$'),
  fc.nat(60).map((clock) => `1.${clock}`),
  fc.nat(20).map((clock) => `2.${clock}`),
  fc.nat(9).map((clock) => `77.${clock}`),
);
const range = fc.tuple(edge, edge).map(([after, through]) => `${after}-${through}`);
const record = fc
  .tuple(fc.array(range, { minLength: 1, maxLength: 4 }), edge)
  .map(([ranges, to]) => `${ranges.join(',')}>${to}\n`);
const written = fc.oneof({ weight: 5, arbitrary: record }, { weight: 1, arbitrary: fc.string() });
const act = fc.record({ text: written, at: fc.nat(500), length: fc.nat(9), isGone: fc.boolean() });
const HONEST = stepOf('type', 'delete', 'delete', 'enter', 'move', 'append', 'undo', 'redo');

test('whatever a stranger writes among the records and in the text, edits are shown where they were made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.option(act), fc.option(act), HONEST), { maxLength: 12 }),
      fc.boolean(),
      (story, guesses) => {
        const [mine, hostile] = [new Screen(startState()), new Screen(startState())];
        mine.document.clientID = 2;
        for (const [record, words, step] of story) {
          for (const [text, made] of [
            [recordTextOf(hostile.text), record],
            [hostile.text, words],
          ] as const) {
            if (!text || !made) continue;
            const at = made.at % (text.length + 1);
            if (made.isGone) text.delete(at, Math.min(made.length, text.length - at));
            else text.insert(at, guesses ? made.text : ofKnownLetters(made.text, mine));
          }
          meet([mine, hostile]);
          const before = mine.shown;
          mine.history.stopCapturing();
          if (step.kind === 'undo' || step.kind === 'redo') mine.history[step.kind]();
          else {
            const expected = expectedAfter(step, before);
            take(mine, step);
            // A record that names letters before they come moves lines as they come.
            if (!guesses) expect(mine.shown).toBe(expected);
          }
          meet([mine, hostile]);
          expect(hostile.shown).toBe(mine.shown);
          // Each letter of the shared text is shown, once.
          expect(lettersIn(mine.shown)).toEqual(lettersIn(mine.text.toString()));
        }
      },
    ),
    { numRuns: RUNS },
  );
});

function ofKnownLetters(record: string, { document }: Screen): string {
  const count = Y.getState(document.store, 2);
  return record.replaceAll(/\b2\.(\d+)/g, (_, clock) => (count > 0 ? `2.${clock % count}` : '77.1'));
}

function expectedAfter(step: Step, before: string): string {
  const { kind, at, count, by } = step;
  if (kind === 'move') return movedText(before, at, count, by);
  if (kind === 'append') return `${before}\nx;`;
  const { from, to } = goneBy(step, before);
  if (kind === 'delete') return before.slice(0, from) + before.slice(to);
  return before.slice(0, from) + (kind === 'enter' ? '\n' : 'x;') + before.slice(from);
}

function lettersIn(text: string): string[] {
  return [...text].filter((letter) => letter !== '\n').sort();
}

test.each([3, 9])(
  'a blank line that comes with a paragraph parts no word from the line below (%i)',
  (mover) => {
    const state = startState('Text\n# Plan\nmore');
    const [one, other] = [new Screen(state), new Screen(state)];
    [one.document.clientID, other.document.clientID] = [mover, 5];
    const after = '# Plan\nText\n\nmore';
    one.document.transact(() => writeMove(one.text, textEdits(0, one.shown, after), after));
    other.edit(12, 12, 'word');
    meet([one, other]);
    expect(other.shown).toBe(after.replace('more', 'wordmore'));
  },
);

test.each([
  [2 ** 30 + 1, 2 ** 31 - 1],
  [2 ** 31 - 1, 2 ** 30 + 1],
])(
  'a last word goes on in one piece, also beside lines that came below and went (%i, %i)',
  (writer, other) => {
    const state = startState('one\nw');
    const [mine, below, third] = [new Screen(state), new Screen(state), new Screen(state)];
    [mine.document.clientID, below.document.clientID, third.document.clientID] = [writer, other, 2 ** 30];
    mine.edit(5, 5, 'ord; ');
    below.append('\n![](picture)');
    third.hear([below]);
    third.edit(6, 6, 'third; ');
    below.history.undo();
    meet([mine, below, third]);
    expect(mine.shown).toBe('one\nword; third; ');
  },
);

test('in a long table, words go along with the rows that a sort takes elsewhere', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => `| row ${at} |`);
  const state = startState(rows.join('\n'));
  const [one, other] = [new Screen(state), new Screen(state)];
  const sorted = [...rows];
  for (let moved = 0; moved < 40; moved++) sorted.splice(moved * 13, 0, ...sorted.splice(moved * 24, 1));
  const [before, after] = [rows.join('\n'), sorted.join('\n')];
  one.document.transact(() => writeMove(one.text, [{ from: 0, to: before.length, insert: after }], after));
  const place = before.indexOf('| row 24 |') + 8;
  other.edit(place, place, ' word');
  meet([one, other]);
  expect(other.shown).toBe(after.replace('| row 24 |', '| row 24 word |'));
});

test('words go along with lines that came together from a hundred places', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at};`);
  const state = startState(lines.join('\n'));
  const [one, other] = [new Screen(state), new Screen(state)];
  const moveTo = (next: readonly string[]) => {
    const after = next.join('\n');
    one.document.transact(() => writeMove(one.text, textEdits(0, one.shown, after), after));
  };
  const third = lines.filter((_, at) => at % 3 === 0);
  const rest = lines.filter((_, at) => at % 3 > 0);
  for (let moved = 20; moved <= third.length; moved += 20) {
    const going = new Set(third.slice(0, moved));
    moveTo([...lines.filter((line) => !going.has(line)), ...going]);
  }
  other.hear([one]);
  for (const line of ['line 150;', 'line 151;']) {
    const place = other.shown.indexOf(line) + line.length;
    other.edit(place, place, ' word;');
  }
  moveTo([...third, ...rest]);
  meet([one, other]);
  expect(other.shown).toBe([...third, ...rest].join('\n').replace(/line 15[01];/g, '$& word;'));
});

test.each([
  ['records', '1.7-1.8>1.12\n'.repeat(4000)],
  ['what is none', 'no record\n'.repeat(50_000)],
])('past the limit of %s, moves are written as letters, and lines below as edits', (_, written) => {
  const screen = new Screen(startState());
  screen.document.getText('moves').insert(0, written);
  const after = screen.move(0, 0, 4);
  expect(screen.shown).toBe(after);
  screen.append('pic');
  expect(screen.shown).toBe(`${after}\npic`);
  expect(screen.document.getText('moves')).toHaveLength(written.length);
});

test('past the limit, a move takes no letters of lines that stay', () => {
  const full = new Screen(startState('aa bb;\nab;\nba bb;\naa ab;\n1. one;\n2. two;'));
  full.document.getText('moves').insert(0, '1.7-1.8>1.12\n'.repeat(4000));
  const state = Y.encodeStateAsUpdate(full.document);
  const [one, other] = [new Screen(state), new Screen(state)];
  const after = 'ba bb;\naa bb;\nab;\naa ab;\n1. two;\n2. one;';
  one.document.transact(() => writeMove(one.text, textEdits(0, one.shown, after), after));
  expect(one.shown).toBe(after);
  for (const line of ['ab;', 'aa ab;']) {
    const end = other.shown.indexOf(`\n${line}`) + 1 + line.length;
    for (const at of [end, end - 1, end - 2]) other.edit(at, at, 'x');
  }
  meet([one, other]);
  expect(other.shown).toContain('\naxbx;x\naa axbx;x\n');
});

test('past the limit, moves make the text that they should', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const screen = new Screen(startState());
      screen.document.getText('moves').insert(0, '1.7-1.8>1.12\n'.repeat(4000));
      for (const step of steps.filter(({ kind }) => kind !== 'meet')) {
        const expected = expectedAfter(step, screen.shown);
        take(screen, step);
        expect(screen.shown).toBe(expected);
      }
    }),
    { numRuns: 20 },
  );
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
