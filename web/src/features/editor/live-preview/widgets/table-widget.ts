/** A table as a table. A click puts the caret at the cell's text. */
import type { Text } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { renderInline } from '../render-inline.ts';

// A table that nobody can read is not worth a second of the browser's time.
const MOST_ROWS = 500;

export class TableWidget extends WidgetType {
  readonly source: string;
  readonly #text: Text;
  readonly #table: SyntaxNode;

  constructor(text: Text, table: SyntaxNode) {
    super();
    this.#text = text;
    this.#table = table;
    this.source = text.sliceString(table.from, table.to);
  }

  override eq(other: TableWidget): boolean {
    return other.source === this.source;
  }

  toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('div');
    frame.className = 'cm-table';
    frame.append(this.#draw());
    frame.addEventListener('mousedown', (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const cell = event.target instanceof Element ? event.target.closest('[data-offset]') : null;
      const offset = cell instanceof HTMLElement ? Number(cell.dataset.offset) : 0;
      view.focus();
      view.dispatch({ selection: { anchor: view.posAtDOM(frame) + offset }, userEvent: 'select.pointer' });
    });
    return frame;
  }

  override get estimatedHeight(): number {
    return this.source.split('\n').length * 37;
  }

  override ignoreEvent(event: Event): boolean {
    return !(event instanceof MouseEvent && (event.ctrlKey || event.metaKey));
  }

  #draw(): HTMLTableElement {
    const table = document.createElement('table');
    const header = this.#table.getChild('TableHeader');
    const delimiter = this.#table.getChild('TableDelimiter');
    const alignments = delimiter ? readAlignments(this.#text.sliceString(delimiter.from, delimiter.to)) : [];
    if (header) this.#drawRow(table.createTHead().insertRow(), header, 'th', alignments);
    const body = table.createTBody();
    for (const row of this.#table.getChildren('TableRow').slice(0, MOST_ROWS)) {
      this.#drawRow(body.insertRow(), row, 'td', alignments);
    }
    return table;
  }

  #drawRow(
    row: HTMLTableRowElement,
    node: SyntaxNode,
    name: 'td' | 'th',
    alignments: readonly Alignment[],
  ): void {
    const cells = alignments.map((alignment) => {
      const cell = row.appendChild(document.createElement(name));
      cell.dataset.offset = String(node.from - this.#table.from);
      if (alignment !== '') cell.style.textAlign = alignment;
      return cell;
    });
    for (const { column, content } of cellsOf(node)) {
      const cell = cells[column];
      if (!cell) continue;
      cell.dataset.offset = String(content.from - this.#table.from);
      renderInline(cell, this.#text, content, content.from, content.to);
    }
  }
}

/** An empty cell has no node of its own: the bars are counted. */
function* cellsOf(row: SyntaxNode): Generator<{ column: number; content: SyntaxNode }> {
  let column = row.firstChild?.name === 'TableDelimiter' ? -1 : 0;
  for (let child = row.firstChild; child; child = child.nextSibling) {
    if (child.name === 'TableDelimiter') column++;
    else yield { column, content: child };
  }
}

type Alignment = 'left' | 'center' | 'right' | '';

function readAlignments(delimiter: string): Alignment[] {
  return delimiter
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((column) => {
      const [isLeft, isRight] = [column.trim().startsWith(':'), column.trim().endsWith(':')];
      if (isLeft && isRight) return 'center';
      return isRight ? 'right' : isLeft ? 'left' : '';
    });
}
