/** A person takes steps back, with moves among them: the text is as it was, and others' words stay. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  goneBy,
  meet,
  placeIn,
  RUNS,
  Screen,
  type StepKind,
  startState,
  stepOf,
  take,
} from './story-screen.ts';

const MINE: readonly StepKind[] = [
  'type',
  'move',
  'move',
  'delete',
  'enter',
  'append',
  'undo',
  'undo',
  'redo',
];
const OTHERS = '7';
const without = (text: string) => text.replaceAll(OTHERS, '');

/** The texts that somebody has seen, step by step. */
class Seen {
  readonly screen: Screen;
  readonly #undone: string[] = [];
  readonly #done: string[] = [];

  constructor(screen: Screen) {
    this.screen = screen;
  }

  /** @returns the text as it should be now, without what others wrote; undefined after a step that may be anything */
  take(step: Parameters<typeof take>[1]): string | undefined {
    const { history } = this.screen;
    const before = without(this.screen.shown);
    history.stopCapturing();
    if (step.kind === 'undo' || step.kind === 'redo') {
      const [from, to] = step.kind === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
      const expected = from.pop();
      if (expected !== undefined) to.push(before);
      history[step.kind]();
      return expected ?? before;
    }
    const { length } = history.undoStack;
    take(this.screen, step);
    if (history.undoStack.length === length) return undefined;
    this.#done.push(before);
    this.#undone.length = 0;
    return undefined;
  }
}

test('one writer sees the text as it was before each step that is taken back', () => {
  fc.assert(
    fc.property(fc.array(stepOf(...MINE), { maxLength: 30 }), (steps) => {
      const seen = new Seen(new Screen(startState()));
      for (const step of steps) {
        const expected = seen.take(step);
        if (expected !== undefined) expect(seen.screen.shown).toBe(expected);
      }
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});

test('what is taken back is one’s own, and stays in its place among what another one types meanwhile', () => {
  const steps = fc.array(fc.tuple(stepOf(...MINE), fc.nat(200), fc.boolean()), { maxLength: 25 });
  fc.assert(
    fc.property(steps, (all) => {
      const screens = [0, 1].map(() => new Screen(startState())) as [Screen, Screen];
      const [mine, other] = screens;
      const seen = new Seen(mine);
      for (const [step, at, isApart] of all) {
        const place = placeIn(other.shown, at);
        other.edit(place, place, OTHERS);
        if (!isApart || step.kind === 'undo' || step.kind === 'redo') meet(screens);
        if (step.kind === 'delete' && goneBy(step, mine.shown).letters.includes(OTHERS)) continue;
        const expected = seen.take(step);
        if (expected !== undefined) expect(without(mine.shown)).toBe(expected);
      }
      meet(screens);
      expect(other.shown).toBe(mine.shown);
      expect(mine.shown.length - without(mine.shown).length).toBe(all.length);
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});

test('three take back what they typed and moved: every other word is there once', () => {
  const steps = fc.array(stepOf('type', 'type', 'move', 'move', 'append', 'meet', 'meet', 'undo', 'redo'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const screens = [0, 1, 2].map(() => new Screen(startState()));
      const done = screens.map((): (string | undefined)[] => []);
      const undone = screens.map((): (string | undefined)[] => []);
      let count = 0;
      for (const step of all) {
        const screen = screens[step.who] as Screen;
        const [its, taken] = [done[step.who] ?? [], undone[step.who] ?? []];
        const { history } = screen;
        history.stopCapturing();
        if (step.kind === 'meet') meet(screens);
        else if (step.kind === 'undo') {
          if (history.undo()) taken.push(its.pop());
        } else if (step.kind === 'redo') {
          if (history.redo()) its.push(taken.pop());
        } else {
          const { length } = history.undoStack;
          const word = step.kind === 'move' ? undefined : `w${count++};`;
          if (step.kind === 'type') {
            const places = [...screen.shown.matchAll(/(?<=[;\n]|^)/g)].map(({ index }) => index);
            screen.type(places[step.at % places.length] ?? 0, word ?? '');
          } else take(screen, step, word);
          if (history.undoStack.length === length) continue;
          its.push(word);
          taken.length = 0;
        }
      }
      meet(screens);
      const [first = '', ...others] = screens.map(({ shown }) => shown);
      for (const other of others) expect(other).toBe(first);
      const words = done.flat().filter((word) => word !== undefined);
      expect(first.match(/[aw-]\d+;/g)?.toSorted(), first).toEqual(['a0;', ...words].toSorted());
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});
