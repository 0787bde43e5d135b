/** Puts a block where it can stand: below the caret's line, below a whole, in the item or the quote around. */
import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { textEdits } from '../../document/moves/edits/text-changes.ts';
import { escapeBeginning } from '../markdown/exchange/as-words.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';
import { knowsMarks } from './knows-marks.ts';
import { type Place, placeBetween, prefixAt, withPrefix } from './lines/block-place.ts';

export interface Block {
  readonly text: string;
  /** The caret's place in the block. */
  readonly caret: number;
  /** How much is selected there. */
  readonly selectedLength?: number;
}

/** A block that begins with this mark, with the caret after it. */
export function insertBelow(mark: string): StateCommand {
  return (target) => insertOutside(target, () => ({ text: mark, caret: mark.length }));
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

/** Words that stood after others of their line begin one now, and no block. */
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

/** Files that have come by now go below the line where they were asked for, or below a table or code as a whole. */
export function filesBelow(state: EditorState, at: number, markdown: string): TransactionSpec {
  const { from, to, before, after, prefix } = placeForBlock(state, at);
  const room = after === '' ? `\n${prefix.trimEnd()}\n${prefix}` : after;
  const text = `${before}${withPrefix(markdown, prefix).text}`;
  const isAtCaret = state.selection.main.head === at;
  return {
    changes: { from, to, insert: text + room },
    // The caret goes on below.
    ...(isAtCaret && {
      selection: { anchor: from + text.length + (after === '' ? room.length : Math.min(2, room.length)) },
      scrollIntoView: true,
    }),
    userEvent: 'input.paste',
    annotations: knowsMarks.of(true),
  };
}

/** Finds the place of a new block: below the line, or below a table or code as a whole. */
export function placeForBlock(state: EditorState, at: number, stays = true): Place {
  const whole = wholeAround(state, at);
  const position = whole ? Math.max(at, state.doc.lineAt(whole.to).to) : at;
  return placeBetween(state, position, position, stays);
}
