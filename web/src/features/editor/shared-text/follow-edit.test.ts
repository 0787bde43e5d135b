/** An order that follows edits is the one that the text would be given again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { type Arrangement, arrange } from '../../document/moves/arrangement/arrangement.ts';
import { movedOf, recordTextOf } from '../../document/moves/arrangement/moved-text.ts';
import { editsInPlace } from '../../document/moves/shown-changes.ts';
import { meet, RUNS, Screen, startState, stepOf, take } from './story-screen.ts';

/** Letters that one typed one after another may be one run, or several. */
function lettersOf({ segments, order }: Arrangement) {
  return {
    order,
    segments: segments.map(({ after, last, text, length, runs }) => ({
      ends: JSON.stringify([after, last]),
      text,
      length,
      ids: runs.flatMap(({ client, clock, length }) =>
        Array.from({ length }, (_, at) => `${client}.${clock + at}`),
      ),
    })),
  };
}

const step = stepOf('type', 'type', 'delete', 'enter', 'move', 'append', 'meet', 'meet', 'undo', 'redo');

test('whatever is typed, deleted, moved and taken back, it is the order of the whole', () => {
  const followed = { hits: 0 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(200), (steps, cut) => {
      const screens = [0, 1, 2].map(() => new Screen(startState()));
      const [first] = screens as [Screen];
      // A letter that ends no line cuts nothing until it is gone.
      first.document.getText('moves').insert(0, `1.${cut % 40}-1.${(cut % 40) + 4}>$\n`);
      for (const step of steps) {
        const screen = screens[step.who] as Screen;
        const before = screens.map(({ text }) => movedOf(text).arrangement?.order);
        screen.history.stopCapturing();
        if (step.kind === 'meet') meet(screens);
        else if (step.kind === 'undo' || step.kind === 'redo') screen.history[step.kind]();
        else take(screen, step, step.by > 10 ? 'word;' : '𐐷');
        for (const [at, { text }] of screens.entries()) {
          const { records, arrangement } = movedOf(text);
          if (!arrangement) continue;
          expect(lettersOf(arrangement)).toEqual(lettersOf(arrange(text, records)));
          if (arrangement.order === before[at]) followed.hits++;
        }
      }
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  );
  expect(followed.hits).toBeGreaterThan(500);
});

test('a letter in a page with moves orders nothing anew, here and there', () => {
  const [mine, other] = [new Screen(startState()), new Screen(startState())];
  mine.move(0, 0, 4);
  meet([mine, other]);
  const [before, heard] = [movedOf(mine.text), movedOf(other.text)];
  mine.type(3, 'word');
  expect(movedOf(mine.text).arrangement?.order).toBe(before.arrangement?.order);
  const changes: unknown[] = [];
  other.document.once('afterTransaction', (transaction: Y.Transaction) =>
    changes.push(editsInPlace(heard, movedOf(other.text), transaction)),
  );
  other.hear([mine]);
  expect(changes).toEqual([[{ from: 3, to: 3, insert: 'word' }]]);
  expect(recordTextOf(other.text)).toHaveLength(`${recordTextOf(mine.text)}`.length);
});
