/** A page as the parts in which it is drawn, and how many of them are drawn before somebody asks for all. */
import { Tree } from '@lezer/common';
import { type Budget, TakesTooLong } from '../../../../../markdown/src/tree/budget.ts';
import { type PageNames, readNames } from '../../../../../markdown/src/tree/names.ts';
import { openPage, type ParsedPage } from '../../../../../markdown/src/tree/read-page.ts';
import { type Heading, outlineOf } from '../outline/read-outline.ts';
import { readingBudget } from './reading-budget.ts';
import { type Slice, splitIntoParts } from './split-into-parts.ts';

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
  /** Whether the page goes on behind them. */
  readonly isCut: boolean;
  readonly headings: readonly Heading[];
}

// As many as a public page may have (supabase/functions/public-page/work-limit.ts): a browser lays them out within some seconds.
const MOST_NODES = 200_000;
// As many as are drawn at once, without a pause.
const MOST_AT_ONCE = 50_000;
// Beyond, finding the parts takes too long. No page that somebody wrote has so many letters.
const MOST_LETTERS = 1_500_000;
// Fewer are drawn at once than what else a part has.
const MOST_NOTES = 50;

/** @param before the page as it was, of which the parts that have not changed are taken over */
export function readParts(
  markdown: string,
  isAll: boolean,
  before?: ReadPage,
  budget = readingBudget(),
): ReadPage {
  try {
    return readInTime(markdown, isAll, before, budget);
  } catch (error) {
    if (error instanceof TakesTooLong) return asWritten(markdown);
    throw error;
  }
}

function readInTime(
  markdown: string,
  isAll: boolean,
  before: ReadPage | undefined,
  budget: Budget,
): ReadPage {
  const text = isAll ? markdown : beginningOf(markdown);
  const page = openPage(text, budget);
  const names = readNames(page, budget);
  const slices = splitIntoParts(text, page.tree);
  const drawn = isAll ? slices : withinBounds(slices);
  const isCut = drawn.length < slices.length || text.length < markdown.length;
  const isWhole = slices.length === 1;
  const parts = partsOf(drawn, page, names, isWhole);
  const lists = isWhole || isCut ? [] : listsOfNotes(page, names);
  return {
    parts: [...parts, ...lists].map((part, index) => sameAs(part, before?.parts[index])),
    isCut,
    headings: outlineOf(page.tree, (from, to) => text.slice(from, to)),
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

function beginningOf(markdown: string): string {
  if (markdown.length <= MOST_LETTERS) return markdown;
  return markdown.slice(0, markdown.lastIndexOf('\n', MOST_LETTERS) + 1 || MOST_LETTERS);
}

function withinBounds(slices: readonly Slice[]): readonly Slice[] {
  let sum = 0;
  const end = slices.findIndex(({ nodes }) => {
    sum += nodes;
    return sum > MOST_NODES || nodes > MOST_AT_ONCE;
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
