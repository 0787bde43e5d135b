/** A page as the parts in which it is drawn, and how many of them are drawn before somebody asks for all. */
import { Tree } from '@lezer/common';
import { NameFinder, type PageNames } from '../../../../../../markdown/src/page/names.ts';
import { definesAnything, openPage, type ParsedPage } from '../../../../../../markdown/src/page/read-page.ts';
import { type Budget, TakesTooLong } from '../../../../../../markdown/src/tree/budget.ts';
import type { Sliced } from '../../../../../../markdown/src/tree/sliced.ts';
import type { Heading } from '../../outline/read-outline.ts';
import { OutlineFinder } from './outline-finder.ts';
import { readingBudget } from './reading-budget.ts';
import { BlockFinder, type Slice, splitIntoParts } from './split-into-parts.ts';

export interface Part extends Pick<Slice, 'from' | 'to' | 'isTooDeep' | 'listStart'> {
  readonly page: ParsedPage;
  /** How many lists of the page's headings stand before it. */
  readonly contentsBefore: number;
  readonly markdown: string;
  /** Blank lines between its last block and the next part. */
  readonly linesBelow: number;
  /** For all footnotes of the page. */
  readonly numbers: PageNames['numbers'];
  /** The footnotes that are listed at its end. */
  readonly notes: readonly string[];
  /** Whether it is nothing but a list of footnotes. */
  readonly isList: boolean;
  /** Whether reading it takes longer than anybody waits. */
  readonly isTooLong: boolean;
  /** Tells two parts apart whose text is the same: where the links lead that are defined elsewhere, and the numbers of footnotes. */
  readonly named: string;
}

export interface ReadPage {
  readonly parts: readonly Part[];
  /** Whether the page goes on after them. */
  readonly isCut: boolean;
  readonly headings: readonly Heading[];
}

/** How much of a page is drawn. */
export type Extent = 'beginning' | 'all' | 'within an event';

interface Bounds {
  readonly nodes: number;
  /** As many as one part may have. */
  readonly nodesAtOnce: number;
  readonly letters: number;
}

const NONE = Number.POSITIVE_INFINITY;
const BOUNDS: Readonly<Record<Extent, Bounds>> = {
  // As many elements as a public page may have (supabase/functions/public-page/text/work-budget.ts): a browser lays them out within some
  // seconds. No page that somebody wrote has so many letters.
  beginning: { nodes: 200_000, nodesAtOnce: 50_000, letters: 1_500_000 },
  all: { nodes: NONE, nodesAtOnce: NONE, letters: NONE },
  'within an event': { nodes: 20_000, nodesAtOnce: 20_000, letters: 250_000 },
};
// Fewer are drawn at once than what else a part has.
const MOST_NOTES = 50;

/** @param before the page as it was, of which the parts that have not changed are taken over */
export function* readParts(
  markdown: string,
  extent: Extent,
  before?: ReadPage,
  budget = readingBudget(),
): Sliced<ReadPage> {
  try {
    return yield* readWithin(budget, markdown, extent, before);
  } catch (error) {
    if (error instanceof TakesTooLong) return asWritten(markdown);
    throw error;
  }
}

function* readWithin(
  budget: Budget,
  markdown: string,
  extent: Extent,
  before: ReadPage | undefined,
): Sliced<ReadPage> {
  const bounds = BOUNDS[extent];
  const text = beginningOf(markdown, bounds.letters);
  const named = new NameFinder(text);
  const [found, outline] = [new BlockFinder(text), new OutlineFinder(text)];
  const others = definesAnything(text) ? [named] : [];
  const page = yield* openPage(text, budget, [...others, found, outline]);
  const names = named.names(page.reading);
  const slices = splitIntoParts(text, page.tree, found.blocks);
  const drawn = withinBounds(slices, bounds);
  const isCut = drawn.length < slices.length || text.length < markdown.length;
  const isWhole = slices.length === 1;
  const parts = partsOf(drawn, page, names, isWhole);
  const lists = isWhole || isCut ? [] : listsOfNotes(page, names);
  return {
    parts: [...parts, ...lists].map((part, index) => sameAs(part, before?.parts[index])),
    isCut,
    headings: outline.headings,
  };
}

function asWritten(text: string): ReadPage {
  const reading = {
    read: (from: number, to: number) => text.slice(from, to),
    definitions: new Map(),
    footnotes: new Map(),
  };
  const page: ParsedPage = { text, tree: Tree.empty, reading };
  const slice: Slice = { from: 0, to: text.length, nodes: 0, isTooDeep: false, contents: 0 };
  const parts = partsOf([slice], page, { uses: [], numbers: new Map() }, true);
  return { parts: parts.map((part) => ({ ...part, isTooLong: true })), isCut: false, headings: [] };
}

/** @param isWhole whether one part is the page */
function partsOf(slices: readonly Slice[], page: ParsedPage, names: PageNames, isWhole: boolean): Part[] {
  let use = 0;
  let contentsBefore = 0;
  return slices.map(({ from, to, isTooDeep, listStart, contents }): Part => {
    const first = use;
    while ((names.uses[use]?.from ?? to) < to) use++;
    const markdown = page.text.slice(from, to);
    contentsBefore += contents;
    return {
      page,
      from,
      to,
      isTooDeep,
      isTooLong: false,
      listStart,
      markdown,
      contentsBefore: contentsBefore - contents,
      linesBelow: isWhole ? 0 : Math.max(blankLinesAtEnd(markdown), 0),
      numbers: names.numbers,
      notes: isWhole ? [...names.numbers.keys()] : [],
      isList: false,
      named: namedBy(names.uses.slice(isWhole ? 0 : first, isWhole ? undefined : use), page, names),
    };
  });
}

function namedBy(uses: PageNames['uses'], { reading }: ParsedPage, { numbers }: PageNames): string {
  const named = uses.map(({ key, isNote }) => [
    key,
    isNote ? numbers.get(key) : reading.definitions.get(key),
  ]);
  return named.length === 0 ? '' : JSON.stringify(named);
}

function listsOfNotes(page: ParsedPage, { numbers }: PageNames): Part[] {
  const names = [...numbers.keys()];
  const lists: Part[] = [];
  for (let at = 0; at < names.length; at += MOST_NOTES)
    lists.push({
      page,
      from: 0,
      to: 0,
      isTooDeep: false,
      isTooLong: false,
      listStart: undefined,
      markdown: '',
      contentsBefore: 0,
      linesBelow: 0,
      numbers,
      notes: names.slice(at, at + MOST_NOTES),
      isList: true,
      named: '',
    });
  return lists;
}

function beginningOf(markdown: string, letters: number): string {
  if (markdown.length <= letters) return markdown;
  return markdown.slice(0, markdown.lastIndexOf('\n', letters) + 1 || letters);
}

function withinBounds(slices: readonly Slice[], bounds: Bounds): readonly Slice[] {
  let sum = 0;
  const end = slices.findIndex(({ nodes }) => {
    sum += nodes;
    return sum > bounds.nodes || nodes > bounds.nodesAtOnce;
  });
  return end < 0 ? slices : slices.slice(0, end);
}

/** Keeps what was read of a part with it. */
function sameAs(part: Part, before: Part | undefined): Part {
  const isSame =
    !part.isList &&
    before?.isList === false &&
    before.markdown === part.markdown &&
    before.named === part.named &&
    before.from === part.from &&
    before.isTooDeep === part.isTooDeep &&
    before.isTooLong === part.isTooLong &&
    before.listStart === part.listStart &&
    before.contentsBefore === part.contentsBefore &&
    before.linesBelow === part.linesBelow &&
    before.notes.length === part.notes.length;
  return isSame ? before : part;
}

function blankLinesAtEnd(markdown: string): number {
  return markdown.slice(markdown.trimEnd().length).split('\n').length - 2;
}
