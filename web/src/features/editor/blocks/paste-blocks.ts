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
import { isInCode } from '../markdown/is-in-code.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';
import { isPreviewing } from '../view/reveal.ts';
import { placeForBlock } from './insert-block.ts';
import { knowsMarks } from './knows-marks.ts';
import { breaksAfter, isBlank, prefixAt, prefixIn, withPrefix } from './lines/block-place.ts';
import { type LineMark, type LineMarks, lineMarks } from './lines/line-marks.ts';

const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const BLOCK =
  /^ {0,3}(?:`{3}|~{3}|\||>|\$\$|<details|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|(?:-{3,}|\*{3,}|_{3,})[ \t]*(?:\n|$))/;
const NUMBER = /^ {0,3}\d/;
// Right below a text, Markdown has only those that begin with one.
const LATER_NUMBER = /^ {0,3}(?!1[.)])\d/;
const RULE = /^ {0,3}-+[ \t]*(?:\n|$)/;
const TOGGLE = /^ {0,3}<details/m;
// Pictures alone.
const PICTURES = /^\s*!\[[^\]\n]*\]\([^)\n]*\)(?:\s*!\[[^\]\n]*\]\([^)\n]*\))*\s*$/;
/** A title has words alone. */
export const NO_TITLE = new RegExp(`${BLOCK.source}|${PICTURES.source}`);
const IN_ITEM = /^(?: {2,}|\t)\S/;
// Text after one of these, in its last line, would be part of it.
const ENDS_IN_MARK = /(?:^|\n)[ >]*(?:`{3,}|~{3,}|.*\||.*\$\$|<\/details>)[ \t]*$/;

export const pastedBlocks: Extension = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged &&
  (transaction.isUserEvent('input.paste') || transaction.isUserEvent('input.drop')) &&
  !transaction.annotation(knowsMarks) &&
  isPreviewing(transaction.startState)
    ? inPlace(transaction)
    : transaction,
);

/** A block that cannot stand where it is pasted goes below that as a whole: a toggle below a quote, any block below a table or a title. */
export function blocksBelow(transaction: Transaction, blocks = BLOCK): TransactionSpec | undefined {
  const { startState: state } = transaction;
  const pasted: Pasted[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, text) => pasted.push({ from, to, text }));
  const [one] = pasted;
  const text = one?.text.toString() ?? '';
  const isLines = text.includes('\n') || PICTURES.test(text);
  const hasBlock = text.split(/\n[ \t]*\n/).some((part) => blocks.test(part));
  if (!one || pasted.length > 1 || !isLines || !hasBlock) return undefined;
  const place = placeForBlock(state, one.from, blocks !== TOGGLE);
  const insert = `${place.before}${withPrefix(text.trimEnd(), place.prefix).text}`;
  // The selected text stays.
  return {
    changes: { from: place.from, to: place.to, insert: insert + place.after },
    selection: { anchor: place.from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
    annotations: knowsMarks.of(true),
  };
}

function isInQuote(state: EditorState, place: number): boolean {
  const { marks } = lineMarks(state, state.doc.lineAt(place));
  return marks.some(({ kind }) => kind === 'quote' || kind === 'footnote');
}

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
  if (!one || pasted.length > 1) return transaction;
  const isTitled = lineMarks(state, state.doc.lineAt(one.from)).marks.at(-1)?.kind === 'callout';
  const isBlock = (isTitled ? NO_TITLE : BLOCK).test(one.text.toString());
  if (one.text.lines === 1 && !(isTitled && isBlock)) return transaction;
  const below = isInQuote(state, one.from) && blocksBelow(transaction, TOGGLE);
  if (below) return below;
  const whole = wholeAround(state, one.from);
  const isFormula = whole?.name === 'FormulaBlock';
  if ((whole && !isFormula) || isInCode(state, one.from)) return transaction;
  const insert = isFormula ? asFormula(state, one) : asBlocks(state, one, isBlock);
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

const MARK_OR_EMPTY = /^\s*(?:\$\$)?\s*$/;

/** Its own end, or an empty line, would end the formula around. */
function asFormula(state: EditorState, { from, text }: Pasted) {
  const kept = text
    .toString()
    .split('\n')
    .filter((line) => !MARK_OR_EMPTY.test(line));
  return { from, text: lines(kept.join('\n'), prefixAt(state, from)), behind: '' };
}

function asBlocks(state: EditorState, { from, to, text }: Pasted, isBlock: boolean) {
  const around = lineMarks(state, state.doc.lineAt(from));
  const pasted = text.toString();
  const prefix = prefixAt(state, from);
  const isItem = ITEM.test(pasted);
  const item = isItem
    ? around.marks.findLast(({ kind }) => kind === 'bullet' || kind === 'number')
    : undefined;
  const outer = item ? prefixIn(state, item.node, false) : prefix;
  const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
  const isOtherList =
    item?.kind === 'number' ? !NUMBER.test(pasted) : item !== undefined && LATER_NUMBER.test(pasted);
  const gapToItem = isOtherList ? `\n${outer.trimEnd()}` : '';
  const below = gapBelow(state, to, around, pasted) || (item?.kind === 'number' ? gapToItem : '');
  const behind = rest.trim() === '' ? below : gapBefore(pasted, outer);
  const hasWords = state.sliceDoc(around.textFrom, from).trim() !== '';
  if (!hasWords && item)
    return { from: item.from + spaceBefore(state, item), text: lines(pasted, outer), behind };
  // Right below a text, a rule would make a heading of it.
  const gapAbove = RULE.test(pasted) ? `\n${prefix.trimEnd()}` : '';
  const isBelowText = !hasWords && gapAbove !== '' && !isBlank(state, around.line.number - 1, prefix);
  if (isBelowText && around.marks.every(({ kind }) => kind === 'quote' || kind === 'indent'))
    return { from, text: `\n${prefix}${lines(pasted, prefix)}`, behind };
  // After the box of a task there is text, and after the head of a callout its title: a block begins below.
  if (!hasWords && /^(?:task|callout)$/.test(around.marks.at(-1)?.kind ?? '') && isBlock)
    return { from, text: `${gapAbove}\n${prefix}${lines(pasted, prefix)}`, behind };
  if (!hasWords || !isBlock) return { from, text: lines(pasted, prefix), behind };
  const gap = item ? gapToItem : `\n${outer.trimEnd()}`;
  return { from, text: `${gap}\n${outer}${lines(pasted, outer)}`, behind };
}

function gapBefore(pasted: string, outer: string): string {
  return ENDS_IN_MARK.test(pasted) ? `\n${outer.trimEnd()}\n${outer}` : '';
}

/** A text in the line below would go on with most of these. */
function gapBelow(state: EditorState, to: number, around: LineMarks, pasted: string): string {
  const last = pasted.split(/\n[ \t]*\n/).at(-1) ?? '';
  const { kind } = around.marks.at(-1) ?? {};
  const isEmptyItem = (kind === 'bullet' || kind === 'number') && around.textFrom === around.line.to;
  return isEmptyItem || BLOCK.test(last) || ENDS_IN_MARK.test(last) || IN_ITEM.test(last)
    ? breaksAfter(state, to, prefixAt(state, to), around.marks)
    : '';
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
