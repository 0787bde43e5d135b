/** What is put into the page as a whole: links, code, tables, rules, images. */
import { type ChangeSpec, EditorSelection, type EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

const ADDRESS = /^(?:https?:\/\/|mailto:|\/)\S+$/;

/** The selection becomes the link's name, or its address when it looks like one; what lacks is written next. */
export const insertLink: Command = (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to).trim();
  const isAddress = ADDRESS.test(text);
  const name = isAddress ? '' : text;
  const address = isAddress ? text : '';
  const insert = `[${name}](${address})`;
  const caret = name === '' ? from + 1 : from + insert.length - 1;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: caret },
    scrollIntoView: true,
    userEvent: 'input.format',
  });
  return true;
};

/** Only with a selection: without one the key belongs to the app. */
export const linkSelection: Command = (view) => (view.state.selection.main.empty ? false : insertLink(view));

export const insertImage: Command = (view) => insertBlock(view, () => '![](https://)', 2);

export const insertCodeBlock: Command = (view) =>
  insertBlock(view, (selected) => `\`\`\`\n${selected}\n\`\`\``, 3);

export const insertRule: Command = (view) => insertBlock(view, () => '---\n', 4);

const TABLE = '| Column | Column |\n| --- | --- |\n|  |  |';

export const insertTable: Command = (view) => insertBlock(view, () => TABLE, 2, 'Column'.length);

/**
 * Puts a block below the line of the caret, or in its place when that is empty.
 * @param block made of what is selected, which it replaces
 * @param caret where in the block the caret goes, and how much is selected there
 */
function insertBlock(
  view: EditorView,
  block: (selected: string) => string,
  caret: number,
  selectedLength = 0,
): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const { main } = state.selection;
  const text = block(state.sliceDoc(main.from, main.to));
  const { from, to, before, after } = placeFor(state, main.from, main.to);
  const start = from + before.length;
  const changes: ChangeSpec = { from, to, insert: `${before}${text}${after}` };
  const selection = EditorSelection.range(start + caret, start + caret + selectedLength);
  view.dispatch({ changes, selection, scrollIntoView: true, userEvent: 'input.format' });
  return true;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
}

/** Blocks stand alone: an empty line before and after, as far as there is none yet. */
function placeFor(state: EditorState, from: number, to: number): Place {
  const isEmptySelection = from === to;
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const start =
    isEmptySelection && first.text.trim() !== '' ? first.to : isEmptySelection ? first.from : from;
  const end = isEmptySelection ? first.to : to;
  const before = breaksBefore(state, start);
  const next = last.number < state.doc.lines ? state.doc.line(last.number + 1).text : '';
  return { from: start, to: end, before, after: next.trim() === '' ? '' : '\n' };
}

function breaksBefore(state: EditorState, position: number): string {
  const line = state.doc.lineAt(position);
  if (state.sliceDoc(line.from, position).trim() !== '') return '\n\n';
  const above = line.number > 1 ? state.doc.line(line.number - 1).text : '';
  return above.trim() === '' ? '' : '\n';
}
