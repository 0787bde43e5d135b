/**
 * Links show only their texts while one writes, so the keys treat the rest as if it were not there, and nothing takes a
 * part of it away: half a link would be brackets and an address in the text.
 */

import { syntaxTree } from '@codemirror/language';
import { EditorState, type Extension, Prec, type Transaction, type TransactionSpec } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { isPreviewing } from '../../view/reveal.ts';
import { type FoundLink, linkAt, readLink } from './link-at.ts';

// Commands know by themselves what they write.
const CUTTING = ['delete', 'input.type', 'input.paste'];

export const hiddenLinks: Extension = [
  EditorState.transactionFilter.of((transaction) =>
    transaction.docChanged &&
    isPreviewing(transaction.startState) &&
    CUTTING.some((event) => transaction.isUserEvent(event))
      ? keepWhole(transaction)
      : transaction,
  ),
  Prec.high(
    keymap.of([
      ...['Backspace', 'Mod-Backspace', 'Alt-Backspace'].map((key) => ({ key, run: stepOver(-1) })),
      ...['Delete', 'Mod-Delete', 'Alt-Delete'].map((key) => ({ key, run: stepOver(1) })),
    ]),
  ),
];

/** Puts the caret to the other side of what is hidden beside it, where the key finds what it is to delete. */
function stepOver(direction: -1 | 1): Command {
  return (view) => {
    const { state } = view;
    const { main, ranges } = state.selection;
    if (!main.empty || ranges.length > 1 || state.readOnly || !isPreviewing(state)) return false;
    const link = linkAt(state, main.head);
    if (!link?.isNamed) return false;
    const { from, to, textFrom, textTo } = link;
    const [before, behind] = direction === -1 ? [textFrom, to] : [from, textTo];
    const anchor =
      main.head === behind
        ? direction === -1
          ? textTo
          : to
        : main.head === before
          ? direction === -1
            ? from
            : textFrom
          : undefined;
    if (anchor !== undefined) view.dispatch({ selection: { anchor } });
    return false;
  };
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

function keepWhole(transaction: Transaction): Transaction | TransactionSpec {
  const { startState: state, changes } = transaction;
  const cuts: Cut[] = [];
  let isMended = false;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const at = from === to ? behindHidden(state, from) : from;
    const whole = { from: at, to: Math.max(at, to), insert: inserted.toString() };
    const links = to > from ? linksIn(state, from, to) : [];
    const mended = links.reduce<readonly Cut[]>(
      (pieces, link) => pieces.flatMap((cut) => spare(cut, link)),
      [whole],
    );
    if (mended.length !== 1 || mended[0]?.from !== from || mended[0].to !== to) isMended = true;
    cuts.push(...mended);
  });
  if (!isMended) return transaction;
  const set = state.changes(cuts);
  const [first] = cuts;
  return {
    changes: set,
    selection: {
      anchor: first ? set.mapPos(first.from, -1) + first.insert.length : state.selection.main.head,
    },
    scrollIntoView: true,
    ...(transaction.isUserEvent('delete') ? { userEvent: 'delete' } : { userEvent: 'input' }),
  };
}

/** Nothing is written between a link's words and its end. */
function behindHidden(state: EditorState, at: number): number {
  const link = linkAt(state, at);
  return link?.isNamed && at > link.textTo && at < link.to ? link.to : at;
}

function linksIn(state: EditorState, from: number, to: number): FoundLink[] {
  const links: FoundLink[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      if (node.name !== 'Link') return;
      const link = readLink(state, node.node);
      if (link) links.push(link);
      return false;
    },
  });
  return links;
}

/** @returns what is left of the cut: the whole link goes with its text, and nothing of the rest without it */
function spare(cut: Cut, { from, to, textFrom, textTo }: FoundLink): readonly Cut[] {
  if (cut.to <= from || cut.from >= to) return [cut];
  if (cut.from <= from && cut.to >= to) return [cut];
  const takesText = cut.from <= textFrom && cut.to >= textTo;
  if (takesText && cut.insert === '')
    return [{ ...cut, from: Math.min(cut.from, from), to: Math.max(cut.to, to) }];
  if (cut.from >= textFrom && cut.to <= textTo) return [cut];
  const pieces: Cut[] = [];
  if (cut.from < from) pieces.push({ from: cut.from, to: from, insert: '' });
  const inside = { from: Math.max(cut.from, textFrom), to: Math.min(cut.to, textTo) };
  if (inside.from < inside.to) pieces.push({ ...inside, insert: '' });
  if (cut.to > to) pieces.push({ from: to, to: cut.to, insert: '' });
  const [first, ...rest] = pieces;
  if (first) return [{ ...first, insert: cut.insert }, ...rest];
  return cut.insert === '' ? [] : [{ from: to, to, insert: cut.insert }];
}
