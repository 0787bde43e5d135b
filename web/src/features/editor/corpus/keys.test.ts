/** Every key over every kind of block: no mark becomes a word, and no word a mark. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { play, storiesOf, type Written } from './key-stories.ts';
import { STORIES } from './known-stories.ts';
import { makeKeyboard } from './written-page.ts';

const keyboard = makeKeyboard();
const editor: Written = {
  get state() {
    return keyboard.state;
  },
  open: (page) => keyboard.open(page),
  select: (at, isPointed) =>
    keyboard.dispatch({ selection: { anchor: at }, ...(isPointed && { userEvent: 'select.pointer' }) }),
  press: (key) => keyboard.press(key),
  // The caret steps over a line break of a cell as over a letter.
  isOver: (doc) => doc.includes('<br>'),
};

test.each(STORIES)('%j, from %s on, %j', (page, at, keys) => play(editor, page, at, keys));

// The same ones each time: a new one that fails is worth a line in known-stories.ts, and no surprise for others. `KEYS_RUNS=20000`
// plays that many others, and says the seed of what fails, which `KEYS_SEED` takes.
const RUNS = process.env.KEYS_RUNS;
const SEED = process.env.KEYS_SEED ?? (RUNS === undefined ? 8 : Date.now() % 2 ** 31);

test(
  'no key makes words of marks, nor marks of words',
  () => {
    fc.assert(
      fc.property(storiesOf(false), ([page, at, keys]) => play(editor, page, at, keys)),
      { numRuns: Number(RUNS ?? 200), seed: Number(SEED) },
    );
  },
  240_000 + Number(RUNS ?? 0) * 100,
);

test('a Backspace in a word reads no block once more, however long it is, and one beside a mark does', () => {
  const page = `${'Some words and **bold** ones. '.repeat(600)}\n`;
  const read = vi.spyOn(pageLanguage.parser, 'parse');
  try {
    keyboard.open(page, 'Some wor'.length);
    keyboard.press('Backspace');
    expect(keyboard.state.sliceDoc(0, 8)).toBe('Some wod');
    expect(read).toHaveBeenCalledTimes(0);
    keyboard.open(page, 'Some words and **'.length + 1);
    keyboard.press('Backspace');
    expect(read).toHaveBeenCalled();
  } finally {
    read.mockRestore();
  }
});
