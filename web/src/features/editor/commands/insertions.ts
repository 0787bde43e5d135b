/** Commands that insert a whole: code, tables, rules, images. */
import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { type Place, placeBetween, prefixAt, withPrefix } from '../blocks/block-place.ts';
import { escapeBeginning } from '../markdown/as-words.ts';
import { textEdits } from '../state/text-changes.ts';
import { tableText } from '../tables/write-table.ts';
import { removeFence } from './fences.ts';
import { wholeAround } from './whole-blocks.ts';

export const insertImage: StateCommand = (target) =>
  insertBlock(target, () => ({ text: '![](https://)', caret: 2 }));

/** Each alone beside the other, they are a row (markdown/picture-row.ts). */
export const insertPictures: StateCommand = (target) =>
  insertBlock(target, () => ({ text: '![](https://) ![](https://)', caret: 2 }));

/** A closed block with the caret inside, or the fences of the one around the caret taken away. */
export const insertCodeBlock: StateCommand = (target) =>
  removeFence(target) || insertBlock(target, codeBlock);

export const insertRule: StateCommand = (target) =>
  insertOutside(target, () => ({ text: '---\n', caret: 4 }));

/** A block that begins with this mark, with the caret behind it. */
export function insertBelow(mark: string): StateCommand {
  return (target) => insertOutside(target, () => ({ text: mark, caret: mark.length }));
}

const TABLE = ['|  |  |  |', '| --- | --- | --- |', '|  |  |  |', '|  |  |  |'].join('\n');

export const insertTable: StateCommand = (target) => insertBlock(target, () => ({ text: TABLE, caret: 2 }));

/** A table of these cells, with the caret in the last of them. */
export const insertTableOf =
  (cells: readonly (readonly string[])[]): StateCommand =>
  (target) =>
    insertBlock(target, () => {
      const text = tableText(cells);
      // Behind the last word comes a space, and in an empty cell another one.
      return { text, caret: text.length - 2 };
    });

export interface Block {
  readonly text: string;
  /** Where in the block the caret goes. */
  readonly caret: number;
  /** How much is selected there. */
  readonly selectedLength?: number;
}

function codeBlock(code: string): Block {
  // A fence of its own length in the code would end the block.
  const inside = (code.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(2, ...inside) + 1);
  return { text: `${fence}\n${code}\n${fence}`, caret: fence.length + 1, selectedLength: code.length };
}

/**
 * Puts a block below the line of the caret, or in its place when that is empty; below a table or code as a whole. It stays in
 * the item or the quote that the line is in.
 * @param makeBlock makes it of what is selected, which it replaces unless that reaches into such a whole; as words, of what may
 * begin a line
 */
export function insertBlock(
  target: Parameters<StateCommand>[0],
  makeBlock: (selected: string, words: string) => Block,
): boolean {
  return insertAt(target, makeBlock, true);
}

/** The same for what ends the list or the quote, as a heading does, or is drawn outside of them alone. */
export function insertOutside(
  target: Parameters<StateCommand>[0],
  makeBlock: (selected: string, words: string) => Block,
): boolean {
  return insertAt(target, makeBlock, false);
}

function insertAt(
  { state, dispatch }: Parameters<StateCommand>[0],
  makeBlock: (selected: string, words: string) => Block,
  stays: boolean,
): boolean {
  if (state.readOnly) return false;
  const range = replaced(state);
  const selected = selectedText(state, range.from, range.to);
  const block = makeBlock(selected, asLines(state, range.from, selected));
  const { from, to, before, after, prefix } = placeBetween(state, range.from, range.to, stays);
  const { text, moved } = withPrefix(prefix === '' ? block.text : block.text.replace(/\n+$/, ''), prefix);
  const start = from + before.length + moved(block.caret);
  const end = from + before.length + moved(block.caret + (block.selectedLength ?? 0));
  const rest = from === to ? '' : state.sliceDoc(to, state.doc.lineAt(to).to);
  dispatch(
    state.update({
      changes: [
        { from, to, insert: `${before}${text}${after}` },
        ...textEdits(to, rest, asLines(state, to, rest)),
      ],
      selection: EditorSelection.range(start, end),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
}

/** Without what stands before its lines in the item or the quote around. */
function selectedText(state: EditorState, from: number, to: number): string {
  const prefix = prefixAt(state, from);
  const text = state.sliceDoc(from, to);
  return prefix === '' ? text : text.replaceAll(`\n${prefix}`, '\n');
}

/** Words that stood behind others of their line begin one now, and no block. */
function asLines(state: EditorState, from: number, text: string): string {
  if (state.sliceDoc(state.doc.lineAt(from).from, from).trim() === '') return text;
  const [, space = '', first = '', others = ''] = /^([ \t]*)(.*)([\s\S]*)$/.exec(text) ?? [];
  return (space.length > 3 || space.includes('\t') ? '' : space) + escapeBeginning(first) + others;
}

function replaced(state: EditorState): { readonly from: number; readonly to: number } {
  const { from, to } = state.selection.main;
  const whole = wholeAround(state, to) ?? wholeAround(state, from);
  const isInside = whole && (from > whole.from || to < whole.to || from === to);
  if (!isInside) return { from, to };
  const end = Math.max(to, state.doc.lineAt(whole.to).to);
  return { from: end, to: end };
}

/** Where a block goes that is not there yet: below the line, or below a table or code as a whole. */
export function placeForBlock(state: EditorState, at: number): Place {
  const whole = wholeAround(state, at);
  const position = whole ? Math.max(at, state.doc.lineAt(whole.to).to) : at;
  return placeBetween(state, position, position, true);
}
