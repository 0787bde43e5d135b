/** Aids to writing that the first key can do without: menus while typing, and text from other programs and for them. */
import type { Extension } from '@codemirror/state';
import { keptBlocks } from '../../../../../markdown/src/grammar/kept-blocks.ts';
import { completeChanges } from '../blocks/guards/after-change.ts';
import { guardFormats, guardFormatsAtBreaks } from '../blocks/guards/guard-formats.ts';
import { guardMarks } from '../blocks/guards/guard-marks.ts';
import { keepOutOfMarks } from '../blocks/guards/keep-out-of-marks.ts';
import { holdMarks } from '../blocks/guards/loose-marks.ts';
import { stayInItem } from '../blocks/guards/stay-in-item.ts';
import { typedInTasks } from '../blocks/guards/typed-in-task.ts';
import { blockKeys } from '../blocks/menu/block-keys.ts';
import { pastedBlocks } from '../blocks/paste-blocks.ts';
import { templateChoice } from '../commands/choose-template.ts';
import { undoInput } from '../commands/undo/undo-input.ts';
import { fileChooser } from '../files/choose-files.ts';
import { filesInText } from '../files/take-files.ts';
import { codeWriting } from '../kinds/code/writing/code-writing.ts';
import { fencesInPairs } from '../kinds/code/writing/hidden-fences.ts';
import { noEmptyLines } from '../kinds/formula/formula-lines.ts';
import { typedFormulas } from '../kinds/formula/write-formula.ts';
import { linkWriting } from '../kinds/link/link-writing.ts';
import { tablePaste } from '../kinds/table/writing/table-paste.ts';
import { guardToggles } from '../kinds/toggle/guard-toggles.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import { keepBlocks } from '../markdown/page-language.ts';
import { selectionToolsKeys } from '../selection-tools/selection-tools-keys.ts';
import { withMovedLines } from '../shared-text/moved-lines.ts';
import { caretOnFocus } from './caret-on-focus.ts';
import { richCopy } from './clipboard/rich-copy.ts';
import { richPaste } from './clipboard/rich-paste.ts';
import { writtenDirections } from './directions/load-mixed-lines.ts';
import { emptyPageKeys } from './empty-page-keys.ts';
import { typedToggles } from './menus/typed-toggle.ts';
import { typingMenus } from './menus/typing-menus.ts';
import { selectedText } from './selected-text.ts';

export interface WritingAidsOptions {
  readonly pages: LinkablePages;
  /** Lets the person choose a template, which goes where the caret is. */
  readonly onTemplates: () => void;
}

export function writingAids({ pages, onTemplates }: WritingAidsOptions): Extension {
  keepBlocks(keptBlocks);
  return [
    withMovedLines,
    undoInput,
    filesInText,
    typingMenus(pages),
    typedToggles,
    templateChoice.of(onTemplates),
    emptyPageKeys,
    codeWriting,
    typedFormulas,
    noEmptyLines,
    typedInTasks,
    keepOutOfMarks,
    blockKeys,
    pastedBlocks,
    // The later one of two filters is asked first.
    holdMarks,
    stayInItem,
    fencesInPairs,
    completeChanges,
    guardFormats,
    guardMarks,
    guardFormatsAtBreaks,
    guardToggles,
    selectionToolsKeys,
    richCopy,
    tablePaste,
    linkWriting(pages),
    richPaste,
    fileChooser,
    selectedText,
    writtenDirections(),
    caretOnFocus,
  ];
}
