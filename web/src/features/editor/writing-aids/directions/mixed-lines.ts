/**
 * Lines in which texts of both directions stand: what is code, a link or a cell, and what is drawn in place of its source, is set
 * apart from the text around it, as the browser does; and the caret goes to a row's visible ends.
 */
import { EditorSelection, type Extension, Prec, type SelectionRange } from '@codemirror/state';
import { type Command, Direction, EditorView, type KeyBinding, keymap, ViewPlugin } from '@codemirror/view';
import { hasRightToLeft } from '../../../../../../markdown/src/text/right-to-left.ts';
import { textStart } from '../../blocks/lines/line-marks.ts';
import { directionOfCell } from '../../kinds/table/drawn/cell-direction.ts';
import { showDirections } from '../../kinds/table/drawn/show-directions.ts';
import { cellAt, placeAt } from '../../kinds/table/table-at.ts';
import { titleAt } from '../../kinds/toggle/toggle-editing.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { isolatesIn } from './isolates.ts';
import { longLines } from './long-lines.ts';

/** A field is written by itself: a line's words, or those of a cell. */
interface Field {
  readonly from: number;
  readonly to: number;
  readonly isToRight: boolean;
}

/** @returns undefined where all goes one way: there the editor's own clicks and keys are right */
function mixedField(view: EditorView, position: number): Field | undefined {
  const { state } = view;
  const line = state.doc.lineAt(position);
  if (!hasRightToLeft(line.text)) return undefined;
  const own = view.textDirectionAt(line.from);
  if (view.bidiSpans(line).every(({ dir }) => dir === own)) return undefined;
  const place = placeAt(state, position);
  const cell = place && cellAt(place);
  if (cell) {
    const isToRight = directionOfCell(state, cell, place.table) === Direction.LTR;
    return { from: cell.start, to: cell.end, isToRight };
  }
  const from = isPreviewing(state) ? textStart(state, position) : line.from;
  return { from, to: titleAt(state, position)?.titleTo ?? line.to, isToRight: own === Direction.LTR };
}

/** @returns where the row that the place is in begins or ends, in the order of reading */
function rowBoundary(
  view: EditorView,
  { from, to }: Field,
  place: SelectionRange,
  isForward: boolean,
): SelectionRange | undefined {
  const row = view.coordsAtPos(Math.min(Math.max(place.head, from), to), place.assoc || 1);
  if (!row) return undefined;
  const isOnRow = (position: number) => {
    const rect = view.coordsAtPos(position, isForward ? -1 : 1);
    const middle = rect && (rect.top + rect.bottom) / 2;
    return !middle || (middle > row.top && middle < row.bottom);
  };
  const last = isForward ? to : from;
  // Out of the line: so it is drawn at the visible end.
  if (isOnRow(last)) return EditorSelection.cursor(last, isForward ? 1 : -1);
  let [on, off] = [place.head, last];
  while (Math.abs(off - on) > 1) {
    const middle = Math.trunc((on + off) / 2);
    if (isOnRow(middle)) on = middle;
    else off = middle;
  }
  return EditorSelection.cursor(on, isForward ? -1 : 1);
}

/** A press at or after a row's visible end means the end, whichever way its last word goes. */
function pointed(view: EditorView, { clientX: x, clientY: y }: MouseEvent): SelectionRange {
  const { pos, assoc } = view.posAndSideAtCoords({ x, y }, false);
  const place = EditorSelection.cursor(pos, assoc);
  const field = mixedField(view, pos);
  const drawn = field && view.coordsAtPos(pos, assoc);
  if (!drawn) return place;
  const start = rowBoundary(view, field, place, false);
  const end = rowBoundary(view, field, place, true);
  if (!start || !end) return place;
  const row = extentOf(view, start.head, end.head, (drawn.top + drawn.bottom) / 2);
  if (!row) return place;
  if (x >= row.right || Math.abs(drawn.left - row.right) < 1) return field.isToRight ? end : start;
  if (x <= row.left || Math.abs(drawn.left - row.left) < 1) return field.isToRight ? start : end;
  return place;
}

function extentOf(view: EditorView, from: number, to: number, y: number) {
  const range = document.createRange();
  const [start, end] = [view.domAtPos(from, 1), view.domAtPos(to, -1)];
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  const rects = [...range.getClientRects()].filter(
    ({ top, bottom, width }) => width > 0 && top <= y && bottom >= y,
  );
  if (rects.length === 0) return undefined;
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    right: Math.max(...rects.map(({ right }) => right)),
  };
}

/** As the editor's own, but for the places. */
const pointing = EditorView.mouseSelectionStyle.of((view, event) => {
  if (event.button !== 0 || event.detail > 1 || !isolatesIn(view).hasRightToLeft) return null;
  let start = pointed(view, event);
  let before = view.state.selection;
  return {
    update({ docChanged, changes }) {
      if (!docChanged) return;
      start = start.map(changes);
      before = before.map(changes);
    },
    get(now, isExtending, isOneMore) {
      const end = pointed(view, now);
      if (isExtending) return before.replaceRange(before.main.extend(end.head, end.head, end.assoc));
      const range =
        start.head === end.head ? end : EditorSelection.range(start.head, end.head, undefined, undefined);
      return isOneMore ? before.addRange(range) : EditorSelection.create([range]);
    },
  };
});

function toBoundary(isForward: boolean, isExtending: boolean): Command {
  return (view) => {
    const { main, ranges } = view.state.selection;
    const field = ranges.length > 1 ? undefined : mixedField(view, main.head);
    const end = field && rowBoundary(view, field, main, isForward);
    if (!end) return false;
    const range = isExtending ? EditorSelection.range(main.anchor, end.head) : end;
    view.dispatch({
      selection: EditorSelection.create([range]),
      scrollIntoView: true,
      userEvent: 'select',
    });
    return true;
  };
}

/**
 * At the edge of what is set apart, the caret is where it is drawn: what is typed at the right of code that stands in a line from right
 * to left comes before the code.
 */
function atEdge(view: EditorView, range: SelectionRange, isForward: boolean): SelectionRange {
  const { head, assoc, bidiLevel, goalColumn } = range;
  const field = mixedField(view, head);
  if (!field || placeAt(view.state, head)) return range;
  const at = (place: number, side: -1 | 1) => EditorSelection.cursor(place, side, undefined, goalColumn);
  if (head === (isForward ? field.to : field.from)) return at(head, isForward ? 1 : -1);
  if (isForward || field.isToRight || assoc >= 0 || bidiLevel === null || bidiLevel < 2) return range;
  const line = view.state.doc.lineAt(head);
  const order = view.bidiSpans(line);
  const index = order.findIndex(({ level, to }) => level === bidiLevel && to === head - line.from);
  const before = order[index - 1];
  if (index > 0 && before && line.from + before.to <= field.from) return at(field.from, -1);
  // Within words from left to right, what comes next stands behind the code.
  if (before && before.level >= bidiLevel) return range;
  let start = head;
  isolatesIn(view).found.between(line.from, head, (from, to, look) => {
    if (to === head && look.spec.class !== undefined && look.spec.bidiIsolate === Direction.LTR) start = from;
  });
  return start === head ? range : at(start, -1);
}

/** A caret on neither side is drawn before what comes next. */
function asDrawn({ state }: EditorView, start: SelectionRange): SelectionRange {
  const { head, assoc, bidiLevel, goalColumn } = start;
  const isOpen = assoc === 0 && bidiLevel === null && hasRightToLeft(state.doc.lineAt(head).text);
  return isOpen ? EditorSelection.cursor(head, 1, undefined, goalColumn) : start;
}

const bySight = ViewPlugin.define((view) => {
  const own = view.moveByChar.bind(view);
  view.moveByChar = (start, forward, by) => atEdge(view, own(asDrawn(view, start), forward, by), forward);
  return {};
});

const toStart = toBoundary(false, false);
const selectToStart = toBoundary(false, true);
const toEnd = toBoundary(true, false);
const selectToEnd = toBoundary(true, true);

/** On a Mac an arrow leads there. */
const towards =
  (direction: Direction, there: Command, elsewhere: Command): Command =>
  (view) =>
    (view.textDirectionAt(view.state.selection.main.head) === direction ? there : elsewhere)(view);

const KEYS: readonly KeyBinding[] = [
  { key: 'Home', run: toStart, shift: selectToStart, preventDefault: true },
  { key: 'End', run: toEnd, shift: selectToEnd, preventDefault: true },
  {
    mac: 'Cmd-ArrowLeft',
    run: towards(Direction.LTR, toStart, toEnd),
    shift: towards(Direction.LTR, selectToStart, selectToEnd),
  },
  {
    mac: 'Cmd-ArrowRight',
    run: towards(Direction.LTR, toEnd, toStart),
    shift: towards(Direction.LTR, selectToEnd, selectToStart),
  },
];

export const mixedLines: Extension = [
  EditorView.bidiIsolatedRanges.of((view) => isolatesIn(view).found),
  longLines,
  showDirections,
  pointing,
  bySight,
  Prec.high(keymap.of(KEYS)),
];
