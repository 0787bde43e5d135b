/**
 * The keys of formats, of Markdown's blocks and of every editor. Until they are there, soon after the page's first text, the
 * browser's own do: a line break is a line break.
 */
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { markdownKeymap } from '@codemirror/lang-markdown';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { FIRST_LETTER_KEYS } from '../blocks/guards/keep-out-of-marks.ts';
import { liftBlock } from '../blocks/guards/lift-at-caret.ts';
import { breakBefore, breakLineInItem, deleteBeforeBreak } from '../commands/break-line.ts';
import { continueOrEndBlock } from '../commands/end-block.ts';
import { closeFence } from '../commands/fences.ts';
import { breakInFormula, breakInFormulaOfItem, deleteInFormula } from '../kinds/formula/formula-lines.ts';
import { closeFormula } from '../kinds/formula/write-formula.ts';
import { keepInItem, nestItem, unnestItem } from '../kinds/list/nest-item.ts';
import { FORMAT_SHORTCUTS } from '../shortcuts/shortcuts.ts';

export const writingKeys: Extension = keymap.of([
  ...FORMAT_SHORTCUTS,
  ...FIRST_LETTER_KEYS,
  ...['Backspace', 'Shift-Backspace', 'Mod-Backspace', 'Alt-Backspace'].map((key) => ({
    key,
    run: liftBlock,
  })),
  { key: 'Enter', run: deleteBeforeBreak, shift: deleteBeforeBreak },
  { key: 'Enter', run: closeFormula, shift: closeFormula },
  { key: 'Enter', run: breakInFormula, shift: breakInFormulaOfItem },
  { key: 'Backspace', run: deleteInFormula(false), shift: deleteInFormula(false) },
  { key: 'Delete', run: deleteInFormula(true) },
  { key: 'Enter', run: closeFence, shift: breakLineInItem },
  { key: 'Enter', run: breakBefore },
  { key: 'Enter', run: continueOrEndBlock },
  { key: 'Tab', run: nestItem, shift: keepInItem },
  { key: 'Tab', shift: unnestItem },
  ...markdownKeymap,
  ...defaultKeymap,
  indentWithTab,
]);
