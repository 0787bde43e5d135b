/**
 * Draws tables as tables: a row's line is a row, what stands between two pipes a cell, and the pipes are out of sight. The
 * text is the editor's own, so caret, undo, search and everybody's carets go on in it as elsewhere. Only what is in view
 * is worked on.
 */
import { syntaxTree } from '@codemirror/language';
import {
  type EditorState,
  type Extension,
  Facet,
  Prec,
  type Range,
  RangeSet,
  StateEffect,
} from '@codemirror/state';
import {
  BlockWrapper,
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { LINE_BREAK } from '../../../../../../../markdown/src/kinds/table/line-breaks.ts';
import { HIDDEN, isComposed, movedAlong } from '../../../view/decorations.ts';
import { type Alignment, type Cell, isTooLarge, type Row, readAlignments, readRow } from '../table-at.ts';

// The frame scrolls a table that is wider than the page. It is edited as what is around it, and says so, as the keys that
// move the caret scroll it.
const FRAME = BlockWrapper.create({
  tagName: 'div',
  attributes: { class: 'cm-table', contenteditable: 'true' },
  rank: 60,
});
const GRID = BlockWrapper.create({
  tagName: 'div',
  attributes: { class: 'cm-table-grid', role: 'table' },
  rank: 40,
});
const DASHES = Decoration.line({ class: 'cm-table-dashes', attributes: { 'aria-hidden': 'true' } });
const HEAD = Decoration.line({ class: 'cm-table-row cm-table-head', attributes: { role: 'row' } });
const ROW = Decoration.line({ class: 'cm-table-row', attributes: { role: 'row' } });
const ATOM = Decoration.mark({});

/** The look of a cell beyond its text: by the beginning of its row's line, and its column. */
export type CellLook = (
  line: number,
  column: number,
) => { readonly name?: string; readonly style?: string } | undefined;

/** @returns undefined when no cell of the table, whose first line begins there, has such a look */
export type CellLooks = (view: EditorView, from: number) => CellLook | undefined;

export const cellLooks = Facet.define<CellLooks>();
/** They are to be asked again. */
export const cellLooksChanged = StateEffect.define<null>();

const CELLS = new Map<string, Decoration>();

function cellDecoration(name: string, style: string, role: string): Decoration {
  const key = `${name} ${role} ${style}`;
  // Each goes the way of its own first strong letter.
  const attributes = { role, dir: 'auto', ...(style !== '' && { style }) };
  const known =
    CELLS.get(key) ?? Decoration.mark({ class: name, attributes, bidiIsolate: null, inclusive: true });
  CELLS.set(key, known);
  return known;
}

interface Look {
  readonly name: string;
  readonly style: string;
}

/** A cell that has no text of its own yet, not even a space. */
class MissingCell extends WidgetType {
  readonly row: 'columnheader' | 'cell';
  readonly column: number;
  readonly look: Look;

  constructor(role: 'columnheader' | 'cell', column: number, look: Look) {
    super();
    this.row = role;
    this.column = column;
    this.look = look;
  }

  override eq({ row, column, look }: MissingCell): boolean {
    const isSame = look.name === this.look.name && look.style === this.look.style;
    return row === this.row && column === this.column && isSame;
  }

  toDOM(): HTMLElement {
    const cell = document.createElement('span');
    cell.className = `cm-cell ${this.look.name}`;
    cell.style.cssText = this.look.style;
    cell.dataset.missing = String(this.column);
    cell.setAttribute('role', this.row);
    return cell;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

class BreakWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'cm-cell-break';
    return mark;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const BREAK = Decoration.replace({ widget: new BreakWidget() });

class TableView {
  cells: DecorationSet = Decoration.none;
  marks: DecorationSet = Decoration.none;
  atoms: DecorationSet = Decoration.none;
  frames: RangeSet<BlockWrapper> = RangeSet.empty;

  constructor(view: EditorView) {
    this.#build(view);
  }

  update(update: ViewUpdate): void {
    const { view, docChanged, viewportChanged, selectionSet, startState, state } = update;
    if (isComposed(update)) {
      this.cells = movedAlong(this.cells, update);
      this.marks = movedAlong(this.marks, update);
      this.atoms = movedAlong(this.atoms, update);
      this.frames = this.frames.map(update.changes);
    } else if (
      docChanged ||
      viewportChanged ||
      selectionSet ||
      syntaxTree(startState) !== syntaxTree(state) ||
      startState.facet(cellLooks) !== state.facet(cellLooks) ||
      update.transactions.some(({ effects }) => effects.some((effect) => effect.is(cellLooksChanged)))
    ) {
      this.#build(view);
    }
  }

  #build(view: EditorView): void {
    const drawing = new Drawing(view);
    for (const { from, to } of view.visibleRanges) {
      syntaxTree(view.state).iterate({
        from,
        to,
        enter: ({ name, node }) => {
          if (name === 'Table') drawing.table(node, from, to);
          return name !== 'Table' && name !== 'Paragraph';
        },
      });
    }
    this.cells = Decoration.set(drawing.cells, true);
    this.marks = Decoration.set(drawing.marks, true);
    this.atoms = Decoration.set(drawing.atoms, true);
    this.frames = drawing.frames.length > 0 ? BlockWrapper.set(drawing.frames, true) : RangeSet.empty;
  }
}

class Drawing {
  readonly cells: Range<Decoration>[] = [];
  readonly marks: Range<Decoration>[] = [];
  readonly atoms: Range<Decoration>[] = [];
  readonly frames: Range<BlockWrapper>[] = [];
  readonly #view: EditorView;
  readonly #state: EditorState;
  #looks: readonly CellLook[] = [];

  constructor(view: EditorView) {
    this.#view = view;
    this.#state = view.state;
  }

  table(node: SyntaxNode, from: number, to: number): void {
    const { doc } = this.#state;
    const dashes = node.getChild('TableDelimiter');
    if (!dashes) return;
    const start = doc.lineAt(node.from).from;
    const end = doc.lineAt(node.to).to;
    const alignments = readAlignments(this.#state, readRow(doc.lineAt(dashes.from), dashes.from));
    if (isTooLarge(doc, node, alignments.length)) return;
    this.frames.push(FRAME.range(start, end), GRID.range(start, end));
    this.#looks = this.#state.facet(cellLooks).flatMap((looks) => looks(this.#view, start) ?? []);
    for (let child = node.childAfter(Math.max(from, node.from)); child; child = child.nextSibling) {
      if (child.from > to) break;
      const line = doc.lineAt(child.from);
      if (child.name === 'TableDelimiter') {
        this.marks.push(DASHES.range(line.from));
        this.#atom(line.from, line.to);
      } else if (child.name === 'TableRow' || child.name === 'TableHeader') {
        this.#row(readRow(line, child.from), alignments, child.name === 'TableHeader');
      }
    }
  }

  #row(row: Row, alignments: readonly Alignment[], isHead: boolean): void {
    const role = isHead ? 'columnheader' : 'cell';
    this.marks.push((isHead ? HEAD : ROW).range(row.line.from));
    let position = row.line.from;
    row.cells.forEach((cell, column) => {
      this.#hide(position, cell.from);
      this.#cell(cell, column, role, alignments[column] ?? 'none', row.line.from);
      position = cell.to;
    });
    this.#hide(position, row.to);
    for (let column = row.cells.length; column < alignments.length; column++) {
      const widget = new MissingCell(role, column, this.#look(row.line.from, column));
      this.marks.push(Decoration.widget({ widget, side: 1 + column }).range(row.to));
    }
  }

  #cell(
    { from, to, start, end }: Cell,
    column: number,
    role: 'columnheader' | 'cell',
    alignment: Alignment,
    line: number,
  ): void {
    const look = this.#look(line, column);
    if (from === to) {
      const widget = new MissingCell(role, column, look);
      this.marks.push(Decoration.widget({ widget, side: 1 }).range(from));
      return;
    }
    const { head, anchor } = this.#state.selection.main;
    const hasCaret = head >= from && head <= to;
    const isEmpty = start === end;
    const classes = [
      'cm-cell',
      ...(isEmpty ? ['cm-cell-empty'] : []),
      ...(hasCaret ? ['cm-cell-exact'] : []),
      ...(alignment === 'none' ? [] : [`cm-cell-${alignment}`]),
      ...(look.name === '' ? [] : [look.name]),
    ];
    this.cells.push(cellDecoration(classes.join(' '), look.style, role).range(from, to));
    this.#escapes(start, end);
    if (isEmpty) {
      this.#atom(from, start);
      this.#atom(end, to);
      return;
    }
    // A space that is typed after the last word is in sight until the caret has left.
    const shown = head > end && head <= to && anchor === head ? head : end;
    // Elsewhere the browser leaves them out itself, which draws a page of tables in two thirds of the time: beside words from right to
    // left it would draw them away from their place.
    const isHidden = hasCaret || look.style.includes('direction');
    for (const [first, last] of [
      [from, start],
      [shown, to],
    ] as const) {
      if (isHidden) this.#hide(first, last);
      else this.#atom(first, last);
    }
  }

  #look(line: number, column: number): Look {
    const found = this.#looks.flatMap((look) => look(line, column) ?? []);
    return {
      name: found.flatMap(({ name }) => name ?? []).join(' '),
      style: found.flatMap(({ style }) => style ?? []).join(';'),
    };
  }

  #escapes(from: number, to: number): void {
    const text = this.#state.sliceDoc(from, to);
    for (const { index, 0: found } of text.matchAll(LINE_BREAK)) {
      const node = syntaxTree(this.#state).resolveInner(from + index, 1);
      if (node.name !== 'HTMLTag') continue;
      const to = from + index + found.length;
      this.marks.push(BREAK.range(from + index, to));
      this.#atom(from + index, to);
    }
    for (const { index, 0: found } of text.matchAll(/\\[\s\S]/g)) {
      if (found !== String.raw`\|`) continue;
      this.marks.push(HIDDEN.range(from + index, from + index + 1));
      this.#atom(from + index, from + index + 2);
    }
  }

  #hide(from: number, to: number): void {
    if (from >= to) return;
    this.marks.push(HIDDEN.range(from, to));
    this.#atom(from, to);
  }

  #atom(from: number, to: number): void {
    if (from < to) this.atoms.push(ATOM.range(from, to));
  }
}

export function tableView(): Extension {
  const plugin = ViewPlugin.fromClass(TableView, {
    provide: (self) => [
      // The lowest goes around all others.
      Prec.lowest(EditorView.decorations.of((view) => view.plugin(self)?.cells ?? Decoration.none)),
      EditorView.decorations.of((view) => view.plugin(self)?.marks ?? Decoration.none),
      EditorView.atomicRanges.of((view) => view.plugin(self)?.atoms ?? Decoration.none),
      EditorView.blockWrappers.of((view) => view.plugin(self)?.frames ?? RangeSet.empty),
    ],
  });
  return plugin;
}
