/** An editor that has no window, and everything that keys are asked of in one that has. */
import { completeChanges } from '../blocks/guards/after-change.ts';
import { guardFormats, guardFormatsAtBreaks } from '../blocks/guards/guard-formats.ts';
import { guardMarks } from '../blocks/guards/guard-marks.ts';
import { keepOutOfMarks } from '../blocks/guards/keep-out-of-marks.ts';
import { holdMarks } from '../blocks/guards/loose-marks.ts';
import { stayInItem } from '../blocks/guards/stay-in-item.ts';
import { typedInTasks } from '../blocks/guards/typed-in-task.ts';
import { blockKeys } from '../blocks/menu/block-keys.ts';
import { pastedBlocks } from '../blocks/paste-blocks.ts';
import { codeWriting } from '../kinds/code/writing/code-writing.ts';
import { fencesInPairs } from '../kinds/code/writing/hidden-fences.ts';
import { noEmptyLines } from '../kinds/formula/formula-lines.ts';
import { typedFormulas } from '../kinds/formula/write-formula.ts';
import { frontMatterPreview } from '../kinds/front-matter/front-matter-preview.ts';
import { tableWriting } from '../kinds/table/table-writing.ts';
import { tables } from '../kinds/table/tables.ts';
import { guardToggles } from '../kinds/toggle/guard-toggles.ts';
import { togglePreview } from '../kinds/toggle/toggle-preview.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { revealSyntax } from '../view/reveal.ts';
import { typedToggles } from '../writing-aids/menus/typed-toggle.ts';
import { writingKeys } from '../writing-aids/writing-keys.ts';
import { Keyboard } from './keyboard.ts';

if (!('location' in globalThis))
  Object.assign(globalThis, { location: { origin: 'https://docs.example.com' } });
export const makeKeyboard = (): Keyboard =>
  new Keyboard([
    codeWriting,
    typedToggles,
    typedFormulas,
    noEmptyLines,
    typedInTasks,
    keepOutOfMarks,
    blockKeys,
    pastedBlocks,
    holdMarks,
    stayInItem,
    fencesInPairs,
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
