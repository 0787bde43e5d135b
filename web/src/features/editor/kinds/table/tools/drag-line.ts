/** Drags a row or a column of the caret's table to another place in it. */
import type { EditorView } from '@codemirror/view';
import { closest } from '../closest-element.ts';
import { placeAt } from '../table-at.ts';
import { moveColumnTo, moveRowTo } from '../writing/table-commands.ts';

export type Axis = 'row' | 'column';

interface Box {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

interface DragOptions {
  readonly view: EditorView;
  readonly axis: Axis;
  /** Told of where the line would land, in pixels of the window, and of undefined when it would stay. */
  readonly onPlace: (place: number | undefined) => void;
  /** @param wasDragged false after a press alone */
  readonly onEnd: (wasDragged: boolean) => void;
}

const DRAG_PX = 5;

export function dragLine(event: PointerEvent, { view, axis, onPlace, onEnd }: DragOptions): void {
  const place = placeAt(view.state, view.state.selection.main.head);
  // Its current target is what React listens to.
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!place || !button) return;
  const from = axis === 'row' ? place.row : place.column;
  const start = along(event, axis);
  let wasDragged = false;
  let to = from;
  const move = (moved: PointerEvent) => {
    wasDragged ||= Math.abs(along(moved, axis) - start) > DRAG_PX;
    if (!wasDragged) return;
    // The table is read again: others may write in it meanwhile.
    const boxes = boxesOf(view, axis);
    const over = boxes.findLast(({ start }) => along(moved, axis) >= start) ?? boxes[0];
    to = over?.index ?? from;
    onPlace(over && to !== from ? (isBehind(boxes, over, from) ? over.end : over.start) : undefined);
  };
  const stop = new AbortController();
  const end = (isDone: boolean) => {
    stop.abort();
    onPlace(undefined);
    onEnd(wasDragged);
    if (isDone && wasDragged && to !== from) (axis === 'row' ? moveRowTo(to) : moveColumnTo(to))(view);
  };
  button.setPointerCapture(event.pointerId);
  const { signal } = stop;
  button.addEventListener('pointermove', move, { signal });
  button.addEventListener('pointerup', () => end(true), { signal });
  button.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
}

function along({ clientX, clientY }: PointerEvent, axis: Axis): number {
  return axis === 'row' ? clientY : clientX;
}

/** Whether it is drawn below the line that is dragged, or to the right of it. */
function isBehind(boxes: readonly Box[], { start }: Box, dragged: number): boolean {
  const own = boxes.find(({ index }) => index === dragged);
  return own !== undefined && start > own.start;
}

/** The rows that are drawn, from the top, or the columns, from the left. */
function boxesOf(view: EditorView, axis: Axis): Box[] {
  const place = placeAt(view.state, view.state.selection.main.head);
  const row = closest(view, view.state.selection.main.head, '.cm-table-row');
  if (!place || !row) return [];
  if (axis === 'column') {
    const cells = [...row.querySelectorAll('.cm-cell')].slice(0, place.table.columns);
    return cells
      .map((cell, index) => {
        const { left, right } = cell.getBoundingClientRect();
        return { start: left, end: right, index };
      })
      .toSorted((one, other) => one.start - other.start);
  }
  return [...(row.parentElement?.querySelectorAll('.cm-table-row') ?? [])].flatMap((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const { number } = view.state.doc.lineAt(view.posAtDOM(one));
    const index = place.table.rows.findIndex(({ line }) => line.number === number);
    return index === -1 ? [] : [{ start: top, end: bottom, index }];
  });
}
