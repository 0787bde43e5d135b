/**
 * Selected cells for other programs. Spreadsheets read the HTML. As plain text a part of a table is rows with tabs between, since
 * without its header it is no table in Markdown; a whole table is the Markdown that it is.
 */
import type { EditorState } from '@codemirror/state';
import { LINE_BREAK } from '../../../../../../../markdown/src/kinds/table/line-breaks.ts';
import { unescapePipes } from '../escape-cell.ts';
import { cellText, tableText } from '../write-table.ts';
import { isWholeTable, type Rectangle } from './selected-cells.ts';

/** The Markdown of a cell, by which this editor pastes it as it was. */
export const CELL_SOURCE = 'data-trellis-cell';

interface Copied {
  readonly plain: string;
  /** Undefined while there is no converter. */
  readonly html: string | undefined;
}

/** @param toHtml turns Markdown into HTML */
export function copyCells(
  state: EditorState,
  cells: Rectangle,
  toHtml: ((markdown: string) => string) | undefined,
): Copied {
  const { table, top, bottom, left, right } = cells;
  const texts = table.rows
    .slice(top, bottom + 1)
    .map((row) =>
      Array.from({ length: right - left + 1 }, (_, index) => cellText(state, row.cells[left + index])),
    );
  const plain = isWholeTable(cells)
    ? [table.rows[0], table.delimiter, ...table.rows.slice(1)]
        .map((row) => (row ? state.sliceDoc(row.from, row.to).trimEnd() : ''))
        .join('\n')
    : texts.map((row) => row.map(tabbed).join('\t')).join('\n');
  return { plain, html: toHtml && htmlOf(texts, top === 0, toHtml) };
}

/** A cell as spreadsheets read it: in quotes when a line breaks in it. */
function tabbed(text: string): string {
  const words = unescapePipes(text).replaceAll('\t', ' ').replaceAll(LINE_BREAK, '\n');
  return /^"|\n/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}

function htmlOf(
  texts: readonly (readonly string[])[],
  hasHeader: boolean,
  toHtml: (markdown: string) => string,
): string {
  const sources = texts.flat().map(escapeAttribute);
  let index = 0;
  const html = toHtml(tableText(texts)).replaceAll(
    /<(\/?)t([hd])([ >])/g,
    (_found, slash: string, kind: string, end: string) => {
      const tag = `${slash}t${hasHeader ? kind : 'd'}`;
      return slash === '' ? `<${tag} ${CELL_SOURCE}="${sources[index++] ?? ''}"${end}` : `<${tag}${end}`;
    },
  );
  return html;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
