/**
 * The fences of a code block are out of sight while one writes, so the caret goes past them, and they go only together:
 * one that is left alone would make code of everything below it.
 */
import { syntaxTree } from '@codemirror/language';
import {
  type ChangeSpec,
  EditorSelection,
  EditorState,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import {
  codeBlockAt,
  codeStart,
  type FencedBlock,
  hasCode,
  readBlock,
} from '../../../markdown/code-block-at.ts';
import { isPreviewing } from '../../../view/reveal.ts';

export const hiddenFences: Extension = EditorState.transactionFilter.of((transaction) => {
  const { selection, docChanged, startState } = transaction;
  if (!isPreviewing(startState)) return transaction;
  return selection && !docChanged && transaction.isUserEvent('select')
    ? pastFences(transaction)
    : transaction;
});

/** To be asked before those who look at what a change leaves: a fence alone would make marks of code below it words. */
export const fencesInPairs: Extension = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged &&
  isPreviewing(transaction.startState) &&
  (transaction.isUserEvent('delete') || transaction.isUserEvent('input'))
    ? inPairs(transaction)
    : transaction,
);

function pastFences(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { startState: state, newSelection } = transaction;
  const { main, ranges } = newSelection;
  if (!main.empty || ranges.length > 1) return transaction;
  const line = state.doc.lineAt(main.head);
  const block = codeBlockAt(state, line.to);
  if (!block || !hasCode(block)) return transaction;
  const isOpening = line.number === block.opening.number;
  if (!isOpening && line.number !== block.closing?.number) return transaction;
  // Somebody who is on the fence already, as in a block that is only just typed, goes on there.
  const from = state.selection.main.head;
  if (from >= line.from && from <= line.to) return transaction;
  const caret = place(state, block, isOpening, from, main.head);
  return [
    transaction,
    {
      // A range by itself would lose the column.
      selection: EditorSelection.create([
        EditorSelection.cursor(caret, undefined, undefined, main.goalColumn),
      ]),
      sequential: true,
    },
  ];
}

/** Out of the block for who comes from the code, into it for everybody else. */
function place(state: EditorState, block: FencedBlock, isOpening: boolean, from: number, to: number): number {
  const { doc } = state;
  const [firstLine, lastLine] = [doc.line(block.first), doc.line(block.last)];
  const isInside = from >= firstLine.from && from <= lastLine.to;
  const beyond =
    (isOpening ? block.opening.number : (block.closing?.number ?? block.last)) + (isOpening ? -1 : 1);
  const isStep = isInside && Math.abs(doc.lineAt(from).number - doc.lineAt(to).number) === 1;
  if (isStep && beyond >= 1 && beyond <= doc.lines) {
    const line = doc.line(beyond);
    const isSideways = isOpening ? from === firstLine.from : from === lastLine.to;
    if (isSideways && Math.abs(to - from) === 1) return isOpening ? line.to : line.from;
    return Math.min(line.to, line.from + from - doc.lineAt(from).from);
  }
  return isOpening ? codeStart(block, firstLine) : lastLine.to;
}

/** A deletion that takes one fence of a block takes the other one, too. */
function inPairs(transaction: Transaction): Transaction | readonly (Transaction | TransactionSpec)[] {
  const left: ChangeSpec[] = [];
  const { startState: state, changes } = transaction;
  changes.iterChangedRanges((from, to) => {
    // Within a line everything is in sight.
    if (to > from && state.doc.lineAt(from).to < to) left.push(...fencesLeft(state, from, to));
  });
  if (left.length === 0) return transaction;
  return [transaction, { changes: left.map((change) => moved(change, transaction)), sequential: true }];
}

function moved(change: ChangeSpec, { changes }: Transaction): ChangeSpec {
  if (typeof change !== 'object' || !('from' in change)) return change;
  return { from: changes.mapPos(change.from, 1), to: changes.mapPos(change.to ?? change.from, -1) };
}

function fencesLeft(state: EditorState, from: number, to: number): { from: number; to: number }[] {
  const left: { from: number; to: number }[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      if (node.name !== 'FencedCode') return;
      const block = readBlock(state, node.node);
      if (!block?.closing) return false;
      const { opening, closing } = block;
      const takesOpening = from <= block.from && to > opening.to;
      const takesClosing = from < closing.from && to >= closing.from + 1;
      if (takesOpening && !takesClosing && to <= closing.from)
        left.push({ from: closing.from - 1, to: closing.to });
      else if (takesClosing && !takesOpening && from >= opening.to)
        left.push({ from: block.from, to: Math.min(opening.to + 1, from) });
      return false;
    },
  });
  return left;
}
