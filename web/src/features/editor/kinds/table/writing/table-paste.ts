/** Cells that are pasted fill the cells from the caret's on, or become a table of their own. */
import { type Extension, Prec, type StateCommand } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { insertBlock } from '../../../blocks/insert-block.ts';
import { isInCode } from '../../../markdown/is-in-code.ts';
import { selectedCells } from '../selection/selected-cells.ts';
import { placeAt } from '../table-at.ts';
import { tableText } from '../write-table.ts';
import { type Grid, readHtmlTable, readLines, readTabbed } from './read-pasted.ts';
import { fillFromHere } from './table-commands.ts';

const LARGEST = 5_000_000;

export const tablePaste: Extension = Prec.highest(
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const plain = event.clipboardData?.getData('text/plain') ?? '';
      const { state } = view;
      if (state.readOnly || isInCode(state) || Math.max(html.length, plain.length) > LARGEST) return false;
      const tabbed = readTabbed(plain) ?? (selectedCells(state) ? readLines(plain) : undefined);
      if (!tabbed && !/<table[\s>]/i.test(html)) return false;
      // Whether it is one table and nothing else is known without the converter.
      if (/<table[\s>]/i.test(html) && readHtmlTable(html, (cell) => cell)) {
        event.preventDefault();
        void pasteHtml(view, html, tabbed);
        return true;
      }
      if (!tabbed) return false;
      event.preventDefault();
      pasteGrid(view, tabbed);
      return true;
    },
  }),
);

async function pasteHtml(view: EditorView, html: string, tabbed: Grid | undefined): Promise<void> {
  const grid = await read(html).catch(() => tabbed ?? readHtmlTable(html, textOf));
  if (grid && view.dom.isConnected) pasteGrid(view, grid);
}

async function read(html: string): Promise<Grid | undefined> {
  const { htmlToMarkdown } = await import('../../../markdown/exchange/html-to-markdown.ts');
  return readHtmlTable(html, (cell) => htmlToMarkdown(cell, location.origin));
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

function pasteGrid(view: EditorView, grid: Grid): void {
  const isInTable = placeAt(view.state, view.state.selection.main.from) !== undefined;
  (isInTable ? fillFromHere(grid) : insertTableOf(grid))(view);
}

/** A table of these cells, with the caret in the last of them. */
const insertTableOf =
  (cells: readonly (readonly string[])[]): StateCommand =>
  (target) =>
    insertBlock(target, () => {
      const text = tableText(cells);
      // After the last word comes a space, and in an empty cell another one.
      return { text, caret: text.length - 2 };
    });
