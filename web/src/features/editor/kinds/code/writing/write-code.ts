/** Keys in a code block: Enter keeps the indentation, Tab and Shift+Tab change it, Backspace takes an empty block away. */
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state';
import {
  codeBlockAt,
  codeStart,
  type FencedBlock,
  hasCode,
  isInCode,
} from '../../../markdown/code-block-at.ts';

// Enough to see how somebody indents.
const LINES_LOOKED_AT = 200;
const BY_TABS: ReadonlySet<string> = new Set(['go', 'golang', 'make', 'makefile', 'mk']);
const BY_FOUR: ReadonlySet<string> = new Set([
  'python',
  'py',
  'rust',
  'rs',
  'java',
  'csharp',
  'cs',
  'php',
  'kotlin',
]);

/** The block that the whole selection is in the code of. */
function selectedBlock(state: EditorState): FencedBlock | undefined {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1) return undefined;
  const block = codeBlockAt(state, main.head);
  return block && isInCode(state, block, main.from) && isInCode(state, block, main.to) ? block : undefined;
}

/** Lists and quotes are not continued in code; the indentation is. */
export const breakCodeLine: StateCommand = ({ state, dispatch }) => {
  const block = selectedBlock(state);
  if (!block) return false;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const start = Math.min(codeStart(block, line), from);
  const indent = /^[ \t]*/.exec(state.sliceDoc(start, from))?.[0] ?? '';
  const insert = `${state.lineBreak}${block.prefix}${indent}`;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: EditorSelection.cursor(from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** Puts an indentation in at the caret, or before each selected line. */
export const indentCode: StateCommand = ({ state, dispatch }) => {
  const block = selectedBlock(state);
  if (!block) return false;
  const unit = indentUnitOf(state, block);
  const { main } = state.selection;
  if (main.empty) {
    const column = main.head - codeStart(block, state.doc.lineAt(main.head));
    const insert = unit === '\t' ? unit : ' '.repeat(unit.length - (Math.max(0, column) % unit.length));
    dispatch(
      state.update(state.replaceSelection(insert), { userEvent: 'input.indent', scrollIntoView: true }),
    );
    return true;
  }
  changeLines(state, dispatch, block, (line) =>
    line.to > codeStart(block, line) ? { from: codeStart(block, line), insert: unit } : undefined,
  );
  return true;
};

export const outdentCode: StateCommand = ({ state, dispatch }) => {
  const block = selectedBlock(state);
  if (!block) return false;
  const { length } = indentUnitOf(state, block);
  changeLines(state, dispatch, block, (line) => {
    const from = codeStart(block, line);
    const spaces = /^[ \t]*/.exec(state.sliceDoc(from, line.to))?.[0] ?? '';
    const size = spaces.startsWith('\t') ? 1 : Math.min(spaces.length, length);
    return size > 0 ? { from, to: from + size } : undefined;
  });
  return true;
};

function changeLines(
  state: EditorState,
  dispatch: Parameters<StateCommand>[0]['dispatch'],
  { last }: FencedBlock,
  change: (line: Line) => ChangeSpec | undefined,
): void {
  const { from, to } = state.selection.main;
  const changes: ChangeSpec[] = [];
  const end = Math.min(state.doc.lineAt(to).number, last);
  for (let number = state.doc.lineAt(from).number; number <= end; number++) {
    const each = change(state.doc.line(number));
    if (each) changes.push(each);
  }
  if (changes.length > 0) dispatch(state.update({ changes, userEvent: 'input.indent' }));
}

function indentUnitOf({ doc }: EditorState, block: FencedBlock): string {
  const language = block.language.toLowerCase();
  for (let number = block.first; number <= Math.min(block.last, block.first + LINES_LOOKED_AT); number++) {
    const line = doc.line(number);
    const spaces = /^(?:\t|( +)\S)/.exec(doc.sliceString(codeStart(block, line), line.to));
    if (spaces) return spaces[1] === undefined ? '\t' : spaces[1].length % 4 === 0 ? '    ' : '  ';
  }
  return BY_TABS.has(language) ? '\t' : BY_FOUR.has(language) ? '    ' : '  ';
}

/** Backspace where there is nothing before the caret but a fence. */
export const deleteBeforeCode: StateCommand = ({ state, dispatch }) => {
  const block = selectedBlock(state);
  const { main } = state.selection;
  if (!block || !main.empty) return deleteBelowCode({ state, dispatch });
  const line = state.doc.lineAt(main.head);
  if (main.head > codeStart(block, line)) return false;
  if (line.number > block.first) {
    if (block.prefix === '') return false;
    // The signs of the list or the quote around go along.
    dispatch(state.update({ changes: { from: line.from - 1, to: main.head }, userEvent: 'delete.backward' }));
    return true;
  }
  if (state.sliceDoc(line.from, state.doc.line(block.last).to).replaceAll(/[\s>]/g, '') === '') {
    dispatch(state.update({ changes: { from: block.from, to: block.to }, userEvent: 'delete.backward' }));
  } else if (main.head === line.to) {
    dispatch(state.update({ changes: { from: line.from, to: line.to + 1 }, userEvent: 'delete.backward' }));
  }
  return true;
};

/** Backspace in the line below a block: its closing fence stays a line of its own. */
function deleteBelowCode({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || state.readOnly || main.head > line.from || line.number === 1) return false;
  const above = state.doc.line(line.number - 1);
  const block = codeBlockAt(state, above.to);
  if (block?.closing?.number !== above.number || !hasCode(block)) return false;
  dispatch(
    state.update({
      ...(line.length === 0 && { changes: { from: above.to, to: line.to } }),
      selection: EditorSelection.cursor(state.doc.line(block.last).to),
      scrollIntoView: true,
      userEvent: 'delete.backward',
    }),
  );
  return true;
}

/** Delete at the code's end, or in the line above the block: its fences stay lines of their own. */
export const deleteBehindCode: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || ranges.length > 1 || state.readOnly || main.head < line.to) return false;
  const inside = selectedBlock(state);
  if (inside) return line.number === inside.last && inside.closing !== undefined;
  if (line.number === state.doc.lines || line.length === 0) return false;
  const block = codeBlockAt(state, state.doc.line(line.number + 1).to);
  if (block?.opening.number !== line.number + 1 || !hasCode(block)) return false;
  const first = codeStart(block, state.doc.line(block.first));
  dispatch(
    state.update({ selection: EditorSelection.cursor(first), scrollIntoView: true, userEvent: 'select' }),
  );
  return true;
};
