/** The commands of tables on the tables of real pages, as the reading view's parser reads them afterwards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Table } from '../../../../../markdown/src/kinds/table/node.ts';
import { TABLE_EDITS } from './edits.ts';
import { OpenPages } from './open-page.ts';
import { type Read, readAsReader, visitAll } from './read-as-reader.ts';
import { readCorpus } from './read-corpus.ts';
import { BYTES, LIMIT_MS, MOST_LETTERS, run as runOf } from './run.ts';

const ROW = /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/m;

test(
  'a table is changed cell by cell, and the page around it stays',
  () => {
    const corpus = readCorpus(BYTES).filter(
      ({ text }) => text.length <= MOST_LETTERS && text.includes('|') && ROW.test(text),
    );
    const pages = new OpenPages(corpus);
    fc.assert(
      fc.property(
        fc.nat(corpus.length - 1),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...TABLE_EDITS),
        (index, which, place, { name, run, grows: [rows, columns] }) => {
          const { page, root, text, path } = pages.at(index);
          const tables = tablesIn(root);
          const number = which % Math.max(1, tables.length);
          const before = tables[number];
          const cells = before?.children.flatMap((row) => row.children) ?? [];
          const at = cells[place % Math.max(1, cells.length)]?.children[0]?.from;
          if (!before || at === undefined) return;
          const about = `${name} at ${at} of ${path}`;
          page.dispatch({ selection: { anchor: at } });
          page.run(run);
          const changed = page.state.doc.toString();
          const [start, end] = [before.from, before.to];
          const line = text.lastIndexOf('\n', start - 1) + 1;
          expect(changed.slice(0, line) === text.slice(0, line), `above ${about}`).toBe(true);
          expect(changed.endsWith(text.slice(end + 1)), `below ${about}`).toBe(true);
          const now = tablesIn(readAsReader(changed));
          const [height, width] = [before.children.length + rows, sizeOf(before) + columns];
          const isGone = height < 1 || width < 1;
          expect(now.length, `tables after ${about}`).toBe(tables.length - (isGone ? 1 : 0));
          if (!isGone) {
            expect(now[number]?.children.length, `rows after ${about}`).toBe(height);
            expect(now[number] && sizeOf(now[number]), `columns after ${about}`).toBe(width);
          }
          while (page.manager.undoStack.length > 0) page.manager.undo();
          expect(page.state.doc.toString() === text, `undo of ${about}`).toBe(true);
        },
      ),
      runOf(150),
    );
  },
  LIMIT_MS,
);

function tablesIn(root: Read): Table[] {
  const tables: Table[] = [];
  visitAll(root, (node) => {
    if (node.type === 'table') tables.push(node);
  });
  return tables;
}

/** How many columns: the header has a cell in each. */
function sizeOf({ children }: Table): number {
  return children[0]?.children.length ?? 0;
}
