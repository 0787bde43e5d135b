/** Every key over every kind of block: no mark becomes a word, and no word a mark. */
import fc from 'fast-check';
import { test } from 'vitest';
import { completeChanges } from '../blocks/after-change.ts';
import { blockKeys } from '../blocks/block-keys.ts';
import { guardFormats, guardFormatsAtBreaks } from '../blocks/guard-formats.ts';
import { guardMarks } from '../blocks/guard-marks.ts';
import { keepOutOfMarks } from '../blocks/keep-out-of-marks.ts';
import { holdMarks } from '../blocks/loose-marks.ts';
import { stayInItem } from '../blocks/stay-in-item.ts';
import { typedInTasks } from '../blocks/typed-in-task.ts';
import { codeWriting } from '../code/code-writing.ts';
import { typedFormulas } from '../kinds/formula/write-formula.ts';
import { frontMatterPreview } from '../kinds/front-matter/front-matter-preview.ts';
import { guardToggles } from '../kinds/toggle/guard-toggles.ts';
import { togglePreview } from '../kinds/toggle/toggle-preview.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { tableWriting } from '../tables/table-writing.ts';
import { tables } from '../tables/tables.ts';
import { revealSyntax } from '../view/reveal.ts';
import { writingKeys } from '../writing-aids/writing-keys.ts';
import { play, storiesOf, type Written } from './key-stories.ts';
import { Keyboard } from './keyboard.ts';
import { STORIES } from './known-stories.ts';

if (!('location' in globalThis))
  Object.assign(globalThis, { location: { origin: 'https://docs.example.com' } });
const keyboard = new Keyboard([
  codeWriting,
  typedFormulas,
  typedInTasks,
  keepOutOfMarks,
  blockKeys,
  stayInItem,
  holdMarks,
  completeChanges,
  guardFormats,
  guardMarks,
  guardFormatsAtBreaks,
  guardToggles,
  writingKeys,
  pageLanguage,
  revealSyntax(),
  tables(),
  togglePreview(),
  frontMatterPreview,
  tableWriting(),
]);
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
