/** A text as the tree of elements that a reader sees. */
import { listOfNotes, readNotes } from '../../../../../markdown/src/kinds/footnote/read.ts';
import { onLines, type Root, words } from '../../../../../markdown/src/read/elements.ts';
import { Maker } from '../../../../../markdown/src/read/maker.ts';
import type { Budget } from '../../../../../markdown/src/tree/budget.ts';
import { readNames } from '../../../../../markdown/src/tree/names.ts';
import {
  openPage,
  type ParsedPage,
  readBetween,
  readFootnotes,
} from '../../../../../markdown/src/tree/read-page.ts';
import { isFileHere } from '../markdown/file-block.ts';
import { directBlocks } from './direct-blocks.ts';
import { fewAccents } from './few-accents.ts';
import { readingBudget } from './reading-budget.ts';

/** @throws {TakesTooLong} */
export function renderedTree(markdown: string, budget = readingBudget()): Root {
  const page = openPage(markdown, budget);
  const { numbers } = readNames(page, budget);
  const root = elementsBetween({
    page,
    from: 0,
    to: markdown.length,
    numbers,
    notes: [...numbers.keys()],
    budget,
  });
  fewAccents(root, markdown);
  directBlocks(root);
  return root;
}

interface Piece {
  readonly page: ParsedPage;
  readonly from: number;
  readonly to: number;
  /** For all footnotes of the page. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The footnotes that are listed at the end. */
  readonly notes: readonly string[];
  readonly budget: Budget;
}

/** @throws {TakesTooLong} */
export function elementsBetween({ page, from, to, numbers, notes, budget }: Piece): Root {
  const maker = new Maker(page.text, numbers, isFileHere, budget);
  const children = onLines(maker.blocks(readBetween(page, from, to, budget)), false);
  if (notes.length > 0) {
    const items = readNotes(readFootnotes(page, notes, budget), maker);
    children.push(words('\n'), listOfNotes(items));
  }
  return { type: 'root', children };
}
