/** Commands that insert a whole: code, tables, rules, images. */
import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
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

export const insertRule: StateCommand = (target) => insertBlock(target, () => ({ text: '---\n', caret: 4 }));

/** A block that begins with this mark, with the caret behind it. */
export function insertBelow(mark: string): StateCommand {
  return (target) => insertBlock(target, () => ({ text: mark, caret: mark.length }));
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
 * Puts a block below the line of the caret, or in its place when that is empty; below a table or code as a whole.
 * @param makeBlock makes it of what is selected, which it replaces unless that reaches into such a whole; as words, of what may
 * begin a line
 */
export function insertBlock(
  { state, dispatch }: Parameters<StateCommand>[0],
  makeBlock: (selected: string, words: string) => Block,
): boolean {
  if (state.readOnly) return false;
  const range = replaced(state);
  const selected = state.sliceDoc(range.from, range.to);
  const { text, caret, selectedLength = 0 } = makeBlock(selected, asLines(state, range.from, selected));
  const { from, to, before, after } = placeFor(state, range.from, range.to);
  const start = from + before.length + caret;
  const rest = from === to ? '' : state.sliceDoc(to, state.doc.lineAt(to).to);
  dispatch(
    state.update({
      changes: [
        { from, to, insert: `${before}${text}${after}` },
        ...textEdits(to, rest, asLines(state, to, rest)),
      ],
      selection: EditorSelection.range(start, start + selectedLength),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
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

export interface Place {
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
}

/** Where a block goes that is not there yet: below the line, or below a table or code as a whole. */
export function placeForBlock(state: EditorState, at: number): Place {
  const whole = wholeAround(state, at);
  const position = whole ? Math.max(at, state.doc.lineAt(whole.to).to) : at;
  return placeFor(state, position, position);
}

/** Blocks stand alone: an empty line before and after, unless there is one already. */
function placeFor(state: EditorState, from: number, to: number): Place {
  const isEmptySelection = from === to;
  const first = state.doc.lineAt(from);
  const start =
    isEmptySelection && first.text.trim() !== '' ? first.to : isEmptySelection ? first.from : from;
  const end = isEmptySelection ? first.to : to;
  return { from: start, to: end, before: breaksBefore(state, start), after: breaksAfter(state, end) };
}

function breaksBefore(state: EditorState, position: number): string {
  const line = state.doc.lineAt(position);
  if (state.sliceDoc(line.from, position).trim() !== '') return '\n\n';
  const above = line.number > 1 ? state.doc.line(line.number - 1).text : '';
  return above.trim() === '' ? '' : '\n';
}

function breaksAfter(state: EditorState, position: number): string {
  const line = state.doc.lineAt(position);
  if (state.sliceDoc(position, line.to).trim() !== '') return '\n\n';
  const below = line.number < state.doc.lines ? state.doc.line(line.number + 1).text : '';
  return below.trim() === '' ? '' : '\n';
}
