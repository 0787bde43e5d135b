/** A text as the tree of elements that a reader sees. */
import { listOfNotes, readNotes } from '../../../../../../markdown/src/kinds/footnote/read.ts';
import { Maker } from '../../../../../../markdown/src/page/maker.ts';
import { NameFinder, type PageNames } from '../../../../../../markdown/src/page/names.ts';
import {
  definesAnything,
  openPage,
  type ParsedPage,
  readBetween,
  readFootnotes,
} from '../../../../../../markdown/src/page/read-page.ts';
import { onLines, type Root, words } from '../../../../../../markdown/src/read/elements.ts';
import type { Budget } from '../../../../../../markdown/src/tree/budget.ts';
import { atOnce, type Sliced } from '../../../../../../markdown/src/tree/sliced.ts';
import { isFileHere } from '../../markdown/file-block.ts';
import { directBlocks } from './direct-blocks.ts';
import { fewAccents } from './few-accents.ts';
import { readingBudget } from './reading-budget.ts';
import { BlockFinder, type Slice, splitIntoParts } from './split-into-parts.ts';

/** A text that is to be read as a whole, and how much there is of it. */
export interface WeighedText {
  readonly page: ParsedPage;
  readonly names: PageNames;
  readonly slices: readonly Slice[];
  /** About as many elements as it has. */
  readonly nodes: number;
  /** Whether its blocks are nested deeper than can be drawn. */
  readonly isTooDeep: boolean;
}

/** @throws {TakesTooLong} */
export function* weigh(markdown: string, budget: Budget): Sliced<WeighedText> {
  const [found, named] = [new BlockFinder(markdown), new NameFinder(markdown)];
  const page = yield* openPage(markdown, budget, definesAnything(markdown) ? [found, named] : [found]);
  // Its lists and tables stay whole.
  const blocks = found.blocks.map((block) => ({ ...block, pieces: [] }));
  return {
    page,
    names: named.names(page.reading),
    slices: splitIntoParts(markdown, page.tree, blocks),
    nodes: blocks.reduce((sum, { nodes }) => sum + nodes, 0),
    isTooDeep: blocks.some(({ isTooDeep }) => isTooDeep),
  };
}

/** @throws {TakesTooLong} */
export function* elementsOf({ page, names, slices }: WeighedText, budget: Budget): Sliced<Root> {
  const maker = new Maker(page.text, names.numbers, isFileHere, budget);
  const root: Root = { type: 'root', children: [] };
  for (const { from, to } of slices) {
    if (root.children.length > 0) root.children.push(words('\n'));
    for (const node of onLines(maker.blocks(readBetween(page, from, to, budget)), false))
      root.children.push(node);
    yield;
  }
  const notes = [...names.numbers.keys()];
  if (notes.length > 0) {
    const items = readNotes(readFootnotes(page, notes, budget), maker);
    root.children.push(words('\n'), listOfNotes(items));
  }
  fewAccents(root, page.text);
  directBlocks(root);
  return root;
}

/** @throws {TakesTooLong} */
export function renderedTree(markdown: string, budget = readingBudget()): Root {
  return atOnce(elementsOf(atOnce(weigh(markdown, budget)), budget));
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
