/**
 * Text stays in the item that it is written in. In an empty line between an item's blocks, in an empty line of its code, and
 * right below a block that ends it, Markdown needs the spaces in front that belong to the item; nobody sees that they are not
 * there.
 */
import { syntaxTree } from '@codemirror/language';
import {
  EditorState,
  type Extension,
  type Line,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { codeBlockAt, isInCode } from '../../markdown/code-block-at.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { prefixAt, prefixIn } from '../lines/block-place.ts';
import { lineMarks } from '../lines/line-marks.ts';

const TEXT = /^(?:Paragraph|Task|ATXHeading\d|SetextHeading\d|Document)$/;

export const stayInItem: Extension = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged && transaction.isUserEvent('input.type') && isPreviewing(transaction.startState)
    ? indented(transaction)
    : transaction,
);

function indented(transaction: Transaction): Transaction | readonly (Transaction | TransactionSpec)[] {
  const { startState: state } = transaction;
  const places: { readonly line: Line; readonly from: number; readonly to: number }[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const line = state.doc.lineAt(from);
    // Several empty lines may be selected, and in code lines with words, too.
    const isWithin = !/\S/.test(state.sliceDoc(line.to, to)) || areInCode(state, line.from, to);
    const isEmptied = !/\S/.test(line.text) && isWithin;
    if (isEmptied && /\S/.test(inserted.line(1).text)) places.push({ line, from, to });
  });
  const [place] = places;
  if (!place || places.length > 1) return transaction;
  const { line, from, to } = place;
  const prefix = prefixOf(state, line);
  const missing = prefix.slice(from - line.from);
  // Typed over the empty line, a word is one of the text below, which may be in no item.
  const below = state.doc.lineAt(to);
  if (below.from > line.from && /\S/.test(below.text) && !below.text.startsWith(prefix)) return transaction;
  if (missing === '' || !prefix.startsWith(state.sliceDoc(line.from, from))) return transaction;
  // In front of it are those spaces that are there, in place of those behind it.
  const behind = Math.max(to, Math.min(line.to, to + missing.length));
  return [
    transaction,
    {
      changes: [
        { from: transaction.changes.mapPos(from, -1), insert: missing },
        { from: transaction.changes.mapPos(to, 1), to: transaction.changes.mapPos(behind, 1) },
      ],
      sequential: true,
    },
  ];
}

function areInCode(state: EditorState, from: number, to: number): boolean {
  const code = codeBlockAt(state, from);
  return code !== undefined && isInCode(state, code, from) && isInCode(state, code, to);
}

function prefixOf(state: EditorState, line: Line): string {
  const code = codeBlockAt(state, line.from);
  if (code && isInCode(state, code, line.from)) return code.prefix;
  const item = itemAround(state, line);
  if (item) return prefixIn(state, item);
  if (line.number === 1) return '';
  const above = state.doc.line(line.number - 1);
  const { block, marks } = lineMarks(state, above);
  const isInItem = marks.at(-1)?.kind === 'indent' && !TEXT.test(block.name);
  return isInItem ? prefixAt(state, above.from) : '';
}

/** The innermost item that goes on below this empty line. */
function itemAround(state: EditorState, { from, to }: Line): SyntaxNode | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolve(from, 1);
  while (node && !(node.name === 'ListItem' && node.from < from && node.to > to)) node = node.parent;
  return node ?? undefined;
}
