/** Edits that people make in a page, and how far from the selection each may write. */
import { indentLess, indentMore } from '@codemirror/commands';
import type { StateCommand } from '@codemirror/state';
import { deleteBlocks, duplicateBlocks } from '../blocks/menu/block-commands.ts';
import { BLOCK_KINDS } from '../blocks/menu/block-kinds.ts';
import { turnInto } from '../blocks/menu/turn-into.ts';
import {
  moveBlocksDown,
  moveBlocksUp,
  moveSectionDown,
  moveSectionUp,
} from '../blocks/moving/move-commands.ts';
import {
  toggleBold,
  toggleCode,
  toggleHighlight,
  toggleItalic,
  toggleStrikethrough,
} from '../commands/inline-formats.ts';
import { insertDate } from '../commands/insert-date.ts';
import {
  makeParagraph,
  toggleBullets,
  toggleHeading1,
  toggleHeading2,
  toggleHeading3,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
} from '../commands/line-formats.ts';
import { insertCallout } from '../kinds/callout/insert-callout.ts';
import { insertCodeBlock } from '../kinds/code/insert-code.ts';
import { insertDiagram } from '../kinds/code/insert-diagram.ts';
import { insertFootnote } from '../kinds/footnote/insert-footnote.ts';
import { insertFormula } from '../kinds/formula/insert-formula.ts';
import { insertImage } from '../kinds/image/insert-image.ts';
import { insertLink } from '../kinds/link/insert-link.ts';
import { linkAt } from '../kinds/link/link-at.ts';
import { openLinkOf } from '../kinds/link/link-popover-state.ts';
import { removeLink, writeLink } from '../kinds/link/write-link.ts';
import { insertRule } from '../kinds/rule/insert-rule.ts';
import { insertTable } from '../kinds/table/insert-table.ts';
import {
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  addRowBelow,
  align,
  fillFromHere,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  removeThisColumn,
  removeThisRow,
  sortBy,
} from '../kinds/table/writing/table-commands.ts';
import { insertContents } from '../kinds/table-of-contents/insert-contents.ts';
import { insertToggle } from '../kinds/toggle/insert-toggle.ts';
import { TOGGLE_KEYS } from '../kinds/toggle/toggle-editing.ts';

export interface Edit {
  readonly name: string;
  readonly run: StateCommand;
  /** How many blocks beside the selected ones it may change, on either side. */
  readonly reach: number;
}

const within = (reach: number, commands: Readonly<Record<string, StateCommand>>): Edit[] =>
  Object.entries(commands).map(([name, run]) => ({ name, run, reach }));

const type =
  (text: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(text), { userEvent: 'input.type' }));
    return true;
  };

/** Writes the link that the popover's field would open on. */
const link: StateCommand = (target) => {
  insertLink(target);
  const open = openLinkOf(target.state);
  if (open?.kind !== 'write') return false;
  const texts = { text: undefined, address: 'https://example.com' };
  target.dispatch(target.state.update(writeLink(target.state, open, texts)));
  return true;
};

const unlink: StateCommand = ({ state, dispatch }) => {
  const found = linkAt(state, state.selection.main.head);
  if (!found) return false;
  dispatch(state.update(removeLink(state, { kind: 'look', from: found.from, to: found.to })));
  return true;
};

export const INLINE_EDITS: readonly (Edit & { readonly node: string })[] = [
  { name: 'bold', run: toggleBold, reach: 0, node: 'strong' },
  { name: 'italic', run: toggleItalic, reach: 0, node: 'emphasis' },
  { name: 'strikethrough', run: toggleStrikethrough, reach: 0, node: 'delete' },
  { name: 'highlight', run: toggleHighlight, reach: 0, node: 'mark' },
  { name: 'code', run: toggleCode, reach: 0, node: 'inlineCode' },
];

const ANYWHERE = Number.POSITIVE_INFINITY;

/** At a place, or in a word. */
export const INSERTIONS: readonly Edit[] = [
  ...within(0, { date: insertDate('iso', () => new Date(2026, 0, 2)) }),
  ...within(1, {
    'code block': insertCodeBlock,
    image: insertImage,
    rule: insertRule,
    table: insertTable,
    callout: insertCallout('warning'),
    toggle: insertToggle,
    contents: insertContents,
    diagram: insertDiagram,
    formula: insertFormula,
  }),
  ...within(ANYWHERE, { footnote: insertFootnote }),
];

/** With anything selected. */
export const EDITS: readonly Edit[] = [
  ...INLINE_EDITS,
  ...INSERTIONS,
  ...within(0, { link, 'no link': unlink }),
  ...within(
    1,
    Object.fromEntries(TOGGLE_KEYS.map(({ key, run }) => [`${key} in a toggle`, run as StateCommand])),
  ),
  ...within(1, {
    indent: indentMore,
    outdent: indentLess,
    'heading 1': toggleHeading1,
    'heading 2': toggleHeading2,
    'heading 3': toggleHeading3,
    bullets: toggleBullets,
    numbers: toggleNumbers,
    tasks: toggleTasks,
    quote: toggleQuote,
    text: makeParagraph,
    duplicate: duplicateBlocks,
    delete: deleteBlocks,
  }),
  ...within(1, Object.fromEntries(BLOCK_KINDS.map(({ kind, name }) => [`into ${name}`, turnInto(kind)]))),
  // Beyond the block that it goes past, the empty lines are as Markdown asks for.
  ...within(2, { 'move up': moveBlocksUp, 'move down': moveBlocksDown }),
  ...within(ANYWHERE, { 'section up': moveSectionUp, 'section down': moveSectionDown }),
];

/** The caret is in a cell. */
export const TABLE_EDITS: readonly (Edit & { readonly grows: readonly [rows: number, columns: number] })[] = [
  ...growing([1, 0], { 'row above': addRowAbove, 'row below': addRowBelow }),
  ...growing([-1, 0], { 'no row': removeThisRow }),
  ...growing([0, 1], { 'column left': addColumnLeft, 'column right': addColumnRight }),
  ...growing([0, -1], { 'no column': removeThisColumn }),
  ...growing([0, 0], {
    'row up': moveRowUp,
    'row down': moveRowDown,
    'column to the left': moveColumnLeft,
    'column to the right': moveColumnRight,
    'align center': align('center'),
    'align none': align('none'),
    sort: sortBy('ascending'),
    fill: fillFromHere([[String.raw`a \| b`]]),
    typing: type('x'),
    'typing a pipe': type('|'),
    'typing line breaks': type('a\n\n- b'),
    bold: toggleBold,
  }),
];

function growing(grows: readonly [number, number], commands: Readonly<Record<string, StateCommand>>) {
  return within(0, commands).map((edit) => ({ ...edit, grows }));
}
