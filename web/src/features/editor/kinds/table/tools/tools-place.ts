/** Places the tools of the caret's table: measured after the editor has drawn, and only while it is in a table. */
import { type Extension, StateEffect } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { closest } from '../closest-element.ts';
import { cellAt, placeAt } from '../table-at.ts';

export interface Side {
  readonly start: number;
  readonly size: number;
}

/** In pixels from the editor's corner. */
export interface ToolsPlace {
  readonly top: number;
  readonly left: number;
  /** The part of the table that is in sight. */
  readonly width: number;
  readonly height: number;
  readonly row: Side;
  /** Whether its columns stand from left to right. */
  readonly isToRight: boolean;
  /** Undefined while it is scrolled out of sight. */
  readonly column: Side | undefined;
}

/** Asks for the menu of the cell at the caret. */
export const openTableMenu = StateEffect.define<null>();

class ToolsPlaces {
  #place: ToolsPlace | undefined;
  readonly #view: EditorView;
  readonly #listeners = new Set<() => void>();

  constructor(view: EditorView) {
    this.#view = view;
    this.#measure();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): ToolsPlace | undefined => this.#place;

  update({ docChanged, selectionSet, geometryChanged, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || geometryChanged || focusChanged) this.#measure();
  }

  #measure(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => readPlace(view),
      write: (place) => {
        if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
        this.#place = place;
        for (const listener of this.#listeners) listener();
      },
    });
  }
}

/** @returns the row that the caret is in, as it is drawn */
export function rowAtCaret(view: EditorView): Element | undefined {
  return cellAtCaret(view)?.closest('.cm-table-row') ?? undefined;
}

function cellAtCaret(view: EditorView): Element | null | undefined {
  const place = placeAt(view.state, view.state.selection.main.head);
  const written = place && cellAt(place);
  return written && closest(view, written.start, '.cm-cell');
}

function readPlace(view: EditorView): ToolsPlace | undefined {
  const { state } = view;
  const { head } = state.selection.main;
  if (state.readOnly || head < view.viewport.from || head > view.viewport.to) return undefined;
  const cell = cellAtCaret(view);
  const row = cell?.closest('.cm-table-row');
  const frame = cell?.closest('.cm-table');
  const grid = cell?.closest('.cm-table-grid');
  if (!cell || !row || !frame || !grid) return undefined;
  const corner = view.dom.getBoundingClientRect();
  const [outer, inner] = [frame.getBoundingClientRect(), grid.getBoundingClientRect()];
  const left = Math.max(outer.left, inner.left);
  const right = Math.min(outer.right, inner.right);
  const [rowBox, cellBox] = [row.getBoundingClientRect(), cell.getBoundingClientRect()];
  const [start, end] = [Math.max(cellBox.left, left), Math.min(cellBox.right, right)];
  return {
    top: inner.top - corner.top,
    left: left - corner.left,
    width: right - left,
    height: inner.height,
    isToRight: getComputedStyle(frame).direction === 'ltr',
    row: { start: rowBox.top - corner.top, size: rowBox.height },
    column: end > start ? { start: start - corner.left, size: end - start } : undefined,
  };
}

export const toolsPlaces = ViewPlugin.fromClass(ToolsPlaces);

export const tableTools: Extension = toolsPlaces;
