/**
 * Keeps the columns of long tables as wide as they are. Only the rows in view are drawn, and a column is as wide as its widest
 * drawn cell: scrolling would move it. So the widest cells of the whole table are measured out of sight.
 */
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { plainText } from '../../../../../../../markdown/src/text/plain-text.ts';
import { isTooLarge, readTable, type Table } from '../table-at.ts';
import { cellText } from '../write-table.ts';
import { cellLooks, cellLooksChanged } from './table-view.ts';

/** A shorter one is drawn as a whole before its first row is in sight: the editor draws 1,000 pixels around what is. */
const LONG_ROWS = 24;
// The cells with the most letters are not always the widest.
const CANDIDATES = 4;
const AFTER_WRITING_MS = 500;

interface Measured {
  /** The place where the table's first line begins. */
  readonly from: number;
  readonly to: number;
  readonly widths: readonly number[];
  /** Written in since. */
  readonly isOld: boolean;
}

class SteadyColumns {
  readonly #view: EditorView;
  #tables: readonly Measured[] = [];
  #pageWidth = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#schedule(0);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  update({ docChanged, viewportChanged, geometryChanged, changes, startState, state }: ViewUpdate): void {
    if (docChanged) {
      this.#tables = this.#tables.map(({ from, to, widths, isOld }) => ({
        from: changes.mapPos(from, 1),
        to: changes.mapPos(to, -1),
        widths,
        isOld: isOld || changes.touchesRange(from, to) !== false,
      }));
    }
    const isParsed = syntaxTree(startState) !== syntaxTree(state);
    if (docChanged) this.#schedule(AFTER_WRITING_MS);
    else if (viewportChanged || geometryChanged || isParsed) this.#schedule(0);
  }

  /** @returns the least widths of the columns of the table whose first line begins there */
  widthsOf(from: number): readonly number[] | undefined {
    return this.#tables.find((table) => table.from === from)?.widths;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const view = this.#view;
      // Most pages have no such table, and measuring takes its part of each frame that is scrolled.
      if (longTables(view).length === 0) return;
      view.requestMeasure({
        key: this,
        read: () => this.#measure(),
        write: (isChanged) => {
          if (isChanged) setTimeout(() => view.dom.isConnected && this.#redraw());
        },
      });
    }, delay);
  }

  #redraw(): void {
    this.#view.dispatch({ effects: cellLooksChanged.of(null) });
  }

  /** @returns whether any table is to be drawn again */
  #measure(): boolean {
    const { state, contentDOM } = this.#view;
    const isResized = contentDOM.clientWidth !== this.#pageWidth;
    this.#pageWidth = contentDOM.clientWidth;
    const tables = longTables(this.#view).map((node): Measured => {
      const from = state.doc.lineAt(node.from).from;
      const known = this.#tables.find((table) => table.from === from);
      if (known && !known.isOld && !isResized) return known;
      const table = readTable(state, node);
      const isDrawn = table && !isTooLarge(state.doc, node, table.columns);
      return { from, to: node.to, widths: isDrawn ? measure(this.#view, table) : [], isOld: false };
    });
    const isSame = (table: Measured) =>
      this.#tables.find(({ from }) => from === table.from)?.widths.join() === table.widths.join();
    const isChanged = !tables.every(isSame);
    const others = this.#tables.filter(({ from }) => !tables.some((table) => table.from === from));
    this.#tables = [...tables, ...(isResized ? [] : others)];
    return isChanged;
  }
}

/** Those that are drawn in part, although a row of them may be in sight. */
function longTables({ state, viewport }: EditorView): SyntaxNode[] {
  const { doc } = state;
  const tables: SyntaxNode[] = [];
  syntaxTree(state).iterate({
    ...viewport,
    enter: ({ name, node, from, to }) => {
      if (name === 'Table' && (from < viewport.from || to > viewport.to)) {
        const rows = doc.lineAt(to).number - doc.lineAt(from).number;
        if (rows > LONG_ROWS) tables.push(node);
      }
      return name !== 'Table' && name !== 'Paragraph';
    },
  });
  return tables;
}

function measure({ state, dom }: EditorView, table: Table): number[] {
  const [header, ...body] = table.rows;
  const columns = Array.from({ length: table.columns }, (_, column) =>
    body
      .map((row) => cellText(state, row.cells[column]))
      .sort((one, other) => lengthOf(other) - lengthOf(one))
      .slice(0, CANDIDATES),
  );
  const grid = document.createElement('div');
  grid.className = 'cm-table-grid cm-table-measure';
  const names = columns.map((_, column) => cellText(state, header?.cells[column]));
  const first = addRow(grid, names, 'cm-table-row cm-table-head');
  for (let index = 0; index < CANDIDATES; index++)
    addRow(
      grid,
      columns.map((texts) => texts[index] ?? ''),
      'cm-table-row',
    );
  dom.append(grid);
  const widths = first.map((cell) => cell.getBoundingClientRect().width);
  grid.remove();
  return widths;
}

function addRow(grid: HTMLElement, texts: readonly string[], name: string): HTMLElement[] {
  const row = document.createElement('div');
  row.className = name;
  const cells = texts.map((text) => {
    const cell = document.createElement('span');
    cell.className = 'cm-cell';
    cell.textContent = plainText(text);
    // The marks of code and of bold text leave it wider than other text.
    if (/^\*\*|^__/.test(text)) cell.style.fontWeight = '650';
    return cell;
  });
  row.append(...cells);
  grid.append(row);
  return cells;
}

/** Addresses of links are out of sight. */
function lengthOf(text: string): number {
  return text.includes('](') ? text.replaceAll(/\]\([^)]*\)/g, '').length : text.length;
}

const plugin = ViewPlugin.fromClass(SteadyColumns);

export const steadyColumns: Extension = [
  plugin,
  cellLooks.of((view, from) => {
    const widths = view.plugin(plugin)?.widthsOf(from);
    if (!widths) return undefined;
    return (_line, column) => {
      const width = widths[column];
      return width === undefined ? undefined : { style: `min-width:${width}px` };
    };
  }),
];
