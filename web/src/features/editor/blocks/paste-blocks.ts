/**
 * Pasted blocks stay in the item or the quote that they are pasted into, and begin a line of their own: after words
 * their marks would be words.
 */
import {
  EditorState,
  type Extension,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { isInCode } from '../code/is-in-code.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';
import { isPreviewing } from '../view/reveal.ts';
import { prefixAt, prefixIn } from './block-place.ts';
import { type LineMark, lineMarks } from './line-marks.ts';

const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const BLOCK = /^ {0,3}(?:`{3}|~{3}|\||>|\$\$|<details|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])/;
// Text after one of these, in its last line, would be part of it.
const ENDS_IN_MARK = /(?:^|\n)[ >]*(?:`{3,}|~{3,}|.*\||.*\$\$|<\/details>)[ \t]*$/;

export const pastedBlocks: Extension = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged &&
  (transaction.isUserEvent('input.paste') || transaction.isUserEvent('input.drop')) &&
  isPreviewing(transaction.startState)
    ? inPlace(transaction)
    : transaction,
);

interface Pasted {
  readonly from: number;
  readonly to: number;
  readonly text: Text;
}

function inPlace(transaction: Transaction): Transaction | TransactionSpec {
  const { startState: state } = transaction;
  const pasted: Pasted[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, text) => pasted.push({ from, to, text }));
  const [one] = pasted;
  if (!one || pasted.length > 1 || one.text.lines === 1) return transaction;
  if (wholeAround(state, one.from) || isInCode(state, one.from)) return transaction;
  const insert = asBlocks(state, one);
  const { from } = insert;
  const end = from + insert.text.length;
  const behind = insert.behind;
  return {
    changes: { from, to: one.to, insert: insert.text + behind },
    selection: { anchor: end },
    scrollIntoView: true,
    userEvent: transaction.isUserEvent('input.drop') ? 'input.drop' : 'input.paste',
  };
}

function asBlocks(state: EditorState, { from, to, text }: Pasted) {
  const around = lineMarks(state, state.doc.lineAt(from));
  const pasted = text.toString();
  const prefix = prefixAt(state, from);
  const isItem = ITEM.test(pasted);
  const item = isItem
    ? around.marks.findLast(({ kind }) => kind === 'bullet' || kind === 'number')
    : undefined;
  const outer = item ? prefixIn(state, item.node, false) : prefix;
  const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
  const behind = rest.trim() !== '' && ENDS_IN_MARK.test(pasted) ? `\n${outer.trimEnd()}\n${outer}` : '';
  const hasWords = state.sliceDoc(around.textFrom, from).trim() !== '';
  if (!hasWords && item)
    return { from: item.from + spaceBefore(state, item), text: lines(pasted, outer), behind };
  // After the box of a task there is text, and after the head of a callout its title: a block begins below.
  if (!hasWords && /^(?:task|callout)$/.test(around.marks.at(-1)?.kind ?? '') && BLOCK.test(pasted))
    return { from, text: `\n${prefix}${lines(pasted, prefix)}`, behind };
  if (!hasWords || !BLOCK.test(pasted)) return { from, text: lines(pasted, prefix), behind };
  const gap = item ? '' : `\n${outer.trimEnd()}`;
  return { from, text: `${gap}\n${outer}${lines(pasted, outer)}`, behind };
}

function spaceBefore(state: EditorState, { from, to }: LineMark): number {
  return /^\s*/.exec(state.sliceDoc(from, to))?.[0].length ?? 0;
}

function lines(text: string, prefix: string): string {
  const [first = '', ...others] = text.split('\n');
  const last = others.length - 1;
  return [
    first,
    ...others.map((line, index) => (line.trim() === '' && index < last ? prefix.trimEnd() : prefix + line)),
  ].join('\n');
}
