/** Writing in code blocks: their keys, and that nothing ends a block but what is meant to. */
import { type Extension, Prec } from '@codemirror/state';
import { type Command, type KeyBinding, keymap } from '@codemirror/view';
import { isPreviewing } from '../../../view/reveal.ts';
import { codeFrames } from '../code-frames.ts';
import { languagesOpenAt } from '../language/language-choice.ts';
import { codePaste } from './code-paste.ts';
import { hiddenFences } from './hidden-fences.ts';
import { goBelowCode, leaveByEnter, leaveCode } from './leave-code.ts';
import { typedFences } from './typed-fence.ts';
import { breakCodeLine, deleteBeforeCode, deleteBehindCode, indentCode, outdentCode } from './write-code.ts';

/** In the source the fences are in sight, and text like any other. */
const previewed =
  (command: Command): Command =>
  (view) =>
    isPreviewing(view.state) && command(view);

// Before those of lists, which know nothing of code.
const KEYS: readonly KeyBinding[] = [
  { key: 'Mod-Enter', run: leaveCode },
  { key: 'Enter', run: leaveByEnter },
  { key: 'Enter', run: breakCodeLine },
  { key: 'Tab', run: indentCode, shift: outdentCode },
  ...['Backspace', 'Shift-Backspace', 'Mod-Backspace', 'Alt-Backspace'].map((key) => ({
    key,
    run: previewed(deleteBeforeCode),
  })),
  ...['Delete', 'Mod-Delete', 'Alt-Delete'].map((key) => ({ key, run: previewed(deleteBehindCode) })),
  { key: 'ArrowDown', run: previewed(goBelowCode) },
];

export const codeWriting: Extension = [
  languagesOpenAt,
  codePaste,
  hiddenFences,
  typedFences,
  codeFrames,
  Prec.high(keymap.of(KEYS)),
];
