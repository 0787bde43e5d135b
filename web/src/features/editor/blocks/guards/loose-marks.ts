/**
 * Looks at a key's change last: a mark of a block that it left alone would be a word. The page around is read as it is going to
 * be. Small changes go along that leave fewer loose marks each, until none is left; if that fails, the key's change stays as it is.
 */
import { syntaxTree } from '@codemirror/language';
import {
  ChangeSet,
  EditorState,
  type Extension,
  type Line,
  MapMode,
  type Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { calloutOf } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { isPreviewing } from '../../view/reveal.ts';

const MARKS =
  /^(?:QuoteMark|ListMark|TaskMarker|HeaderMark|CodeMark|HorizontalRule|TableDelimiter|FormulaMark|FootnoteMark|FootnoteLabel|EmphasisMark|StrikethroughMark|HighlightMark)$/;
const OF_FORMATS = /[*_~=`]/;
// Typed, such a sign is a letter.
const WRITES_FORMATS = /^(?:delete|input$|input\.type\.break$)/;
/** Without the stars, which the formats have. */
const BEGUN_ITEM = /\n[ >]*([-+]|\d{1,9}[.)])(?=[ ])/g;
// Pasted text may be meant to change its surroundings.
const KEYS = /^(?:input(?:\.type(?:\..*)?)?|delete(?:\.(?!cells|block).*)?)$/;
/** Right below a text, it is an item as soon as there is a word in it. */
const EMPTY_ITEM = /^[ >]*(?:[-*+]|\d{1,9}[.)])[ ]*(?:\[[ xX]\][ ]*)?$/;
// Reading more takes longer than a key may.
const MOST_LETTERS = 20_000;
const MOST_REPAIRS = 12;
const NEAR = 200;
const MOST_SIGNS = 32;
const FORMULA_MARK = /^\${2}[ \t]*$/;
// As wide as the marks of items are.
const OUTDENTS = [2, 3, 4];
const LONGEST_WORD = 100;
const LETTERS = /^\p{L}+$/u;
const WORD_END = /^\p{L}*[,.;:!?]?$/u;

export const holdMarks: Extension = EditorState.transactionFilter.of((transaction) => {
  const event = transaction.annotation(Transaction.userEvent) ?? '';
  const isKey = transaction.docChanged && KEYS.test(event) && isPreviewing(transaction.startState);
  const isOfWords = isKey && (isTyping(transaction) || shortensWords(transaction));
  return isKey && !isOfWords ? held(transaction) : transaction;
});

/** Most keys put a letter among others. */
function isTyping({ changes, startState: { doc } }: Transaction): boolean {
  let isIt = true;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    if (from !== to || inserted.lines > 1 || !/\S/.test(doc.lineAt(from).text)) isIt = false;
  });
  return isIt;
}

/** Most other keys take letters from the end or the middle of a word that nothing but spaces is around. */
function shortensWords({ changes, startState: { doc } }: Transaction): boolean {
  let isIt = true;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const { text, from: start, to: end } = doc.lineAt(from);
    const at = from - start;
    const [before = ''] = /\S*$/.exec(text.slice(Math.max(at - LONGEST_WORD, 0), at)) ?? [];
    const [after = ''] = /^\S*/.exec(text.slice(to - start, to - start + LONGEST_WORD)) ?? [];
    const isShort = before.length < LONGEST_WORD && after.length < LONGEST_WORD;
    const isWord = LETTERS.test(before) && LETTERS.test(doc.sliceString(from, to)) && WORD_END.test(after);
    if (inserted.length > 0 || to > end || !isShort || !isWord) isIt = false;
  });
  return isIt;
}

interface Region {
  readonly from: number;
  readonly to: number;
}

function held(transaction: Transaction): Transaction | readonly (Transaction | TransactionSpec)[] {
  const { startState: state, changes } = transaction;
  const region = around(state, changes);
  if (!region) return transaction;
  let doc = changes.apply(state.doc);
  let repairs = ChangeSet.empty(doc.length);
  let marks = keptMarks(transaction, region);
  let part = { from: changes.mapPos(region.from, -1), to: changes.mapPos(region.to, 1) };
  let loose = looseMarks(marks, doc, part);
  for (let count = 0; loose.length > 0; count++) {
    const found = [...repairsOf(doc, loose[0] ?? 0), ...formatRepairs(doc, loose, marks)]
      .map((repair) => {
        const to = repair.mapPos(part.to, 1);
        const next = { doc: repair.apply(doc), marks: mapped(marks, repair), part: { from: part.from, to } };
        return { repair, ...next, loose: looseMarks(next.marks, next.doc, next.part) };
      })
      .find((one) => one.loose.length < loose.length);
    if (!found || count === MOST_REPAIRS) return transaction;
    repairs = repairs.compose(found.repair);
    ({ doc, marks, part, loose } = found);
  }
  return repairs.empty ? transaction : [transaction, { changes: repairs, sequential: true }];
}

/** @returns where the marks are that the change left, those of formats that it wrote to keep these in pairs, and of items that it began */
function keptMarks(transaction: Transaction, region: Region): readonly number[] {
  const { startState: state, changes } = transaction;
  const event = transaction.annotation(Transaction.userEvent) ?? '';
  const kept = mapped([...marksIn(syntaxTree(state), state.doc, region)], changes);
  changes.iterChanges((_fromA, _toA, from, _to, inserted) => {
    if (!WRITES_FORMATS.test(event)) return;
    const text = inserted.toString();
    for (const { index } of text.matchAll(new RegExp(OF_FORMATS, 'g'))) kept.push(from + index);
    for (const { index, 0: all, 1: mark = '' } of text.matchAll(BEGUN_ITEM)) {
      const end = from + index + all.length;
      for (let at = end - mark.length; at < end; at++) kept.push(at);
    }
  });
  return kept.sort((one, other) => one - other);
}

function mapped(places: readonly number[], changes: ChangeSet): number[] {
  return places
    .filter(
      (place) =>
        !changes.touchesRange(place, place + 1) || changes.mapPos(place, 1, MapMode.TrackAfter) !== null,
    )
    .map((place) => changes.mapPos(place, 1));
}

/** The blocks that are changed, with the one above them and the one below. */
function around(state: EditorState, changes: ChangeSet): Region | undefined {
  let [first, last] = [state.doc.length, 0];
  changes.iterChangedRanges((from, to) => {
    first = Math.min(first, from);
    last = Math.max(last, to);
  });
  const top = syntaxTree(state).topNode;
  const start = state.doc.lineAt(first).from;
  const end = state.doc.lineAt(last).to;
  const above = top.childBefore(start)?.prevSibling ?? top.childBefore(start);
  const below = top.childAfter(end)?.nextSibling ?? top.childAfter(end);
  const from = state.doc.lineAt(above?.from ?? 0).from;
  const to = state.doc.lineAt(Math.max(below?.to ?? state.doc.length, end)).to;
  return to - from > MOST_LETTERS ? undefined : { from, to };
}

/** @returns the places of all signs that are a block's marks */
function marksIn(tree: Tree, doc: Text, { from, to }: Region, offset = 0): ReadonlySet<number> {
  const places = new Set<number>();
  const add = (start: number, end: number) => {
    for (let at = start; at < end; at++) places.add(at + offset);
  };
  tree.iterate({
    from: from - offset,
    to: to - offset,
    enter: (node) => {
      if (MARKS.test(node.name)) add(node.from, node.to);
      else if (node.name === 'Blockquote') {
        const callout = calloutOf(node.node, (a, b) => doc.sliceString(a + offset, b + offset));
        if (callout) add(node.from, node.from + callout.titleFrom);
      }
    },
  });
  return places;
}

/** @returns where those are that would be words */
function looseMarks(marks: readonly number[], doc: Text, { from, to }: Region): readonly number[] {
  // Text further down is no front matter.
  const before = from === 0 ? '' : '\n';
  const tree = pageLanguage.parser.parse(before + doc.sliceString(from, to));
  const places = marksIn(tree, doc, { from, to }, from - before.length);
  return marks.filter(
    (at) =>
      !places.has(at) && /\S/.test(doc.sliceString(at, at + 1)) && !EMPTY_ITEM.test(doc.lineAt(at).text),
  );
}

/**
 * Two formats side by side may be read otherwise than each by itself. The words count: one sign of a mark goes, the nearest first; then
 * two, and at last all that are near.
 */
function formatRepairs(doc: Text, loose: readonly number[], marks: readonly number[]): readonly ChangeSet[] {
  const [first = 0] = loose;
  const isFormat = (at: number) =>
    OF_FORMATS.test(doc.sliceString(at, at + 1)) && !isMarkAlone(doc.lineAt(at).text);
  if (!isFormat(first)) return [];
  const near = marks
    .filter((at) => Math.abs(at - first) < NEAR && isFormat(at))
    .sort((one, other) => Math.abs(one - first) - Math.abs(other - first))
    .slice(0, MOST_SIGNS);
  const without = (places: readonly number[]) =>
    ChangeSet.of(
      places.map((from) => ({ from, to: from + 1 })),
      doc.length,
    );
  const doubled = near.filter((at) => near.includes(at + 1));
  return [...near.map((at) => without([at])), ...doubled.map((at) => without([at, at + 1])), without(near)];
}

/** Whether the line has no words. */
const isMarkAlone = (line: string) => !/[^\s>]/.test(line.replaceAll(/[-=|:`~$*_]/g, ''));

/** An item whose outer one has become a text moves out with all that is in it: so far from the edge it would be code. */
function outdents(doc: Text, { number, text }: Line): readonly ChangeSet[] {
  const [, quotes = '', spaces = ''] = /^((?: {0,3}>)*)( *)/.exec(text) ?? [];
  const at = quotes.length;
  const lines = [doc.line(number)];
  for (let next = number + 1; next <= doc.lines; next++) {
    const line = doc.line(next);
    const isInside = line.text.slice(at).startsWith(spaces) && line.text.startsWith(quotes);
    if (!isInside && /[^\s>]/.test(line.text)) break;
    if (isInside) lines.push(line);
  }
  return OUTDENTS.filter((width) => width <= spaces.length).map((width) =>
    ChangeSet.of(
      lines.map(({ from }) => ({ from: from + at, to: from + at + width })),
      doc.length,
    ),
  );
}

/** The mark of a formula goes from an item's first line, and the next line stands there. */
function withoutFormulaMark(doc: Text, from: number): readonly ChangeSet[] {
  const { number, text, to, from: start } = doc.lineAt(from);
  const isInItem = /(?:[-*+]|\d[.)])[ ]+[ >]*$/.test(text.slice(0, from - start));
  if (number === doc.lines || !FORMULA_MARK.test(text.slice(from - start))) return [];
  if (number > 1 && !isInItem) return [];
  const next = doc.line(number + 1);
  const [outer = ''] = /^[\s>]*/.exec(next.text) ?? [];
  const end = outer === next.text ? to : next.from + outer.length;
  return [ChangeSet.of({ from, to: end }, doc.length)];
}

/** Tries, in this order: to take the empty line above away, or to put one in; to take away a mark that is alone; to move it out. */
function repairsOf(doc: Text, loose: number): readonly ChangeSet[] {
  const line = doc.lineAt(loose);
  const make = (from: number, to: number, insert = '') => ChangeSet.of({ from, to, insert }, doc.length);
  const formula = withoutFormulaMark(doc, loose);
  if (line.number === 1) return [make(line.to, line.to, '\n'), ...formula];
  const above = doc.line(line.number - 1);
  const isApart = /^[\s>]*$/.test(above.text);
  return [
    ...formula,
    ...(isApart
      ? [make(above.from, line.from), make(above.from, above.to)]
      : [make(line.from, line.from, '\n')]),
    ...(isMarkAlone(line.text) ? [make(above.to, line.to)] : []),
    ...outdents(doc, line),
  ];
}
