/** A page as the parts in which it is drawn, and how many of them are drawn before somebody asks for all. */
import { pageLanguage } from '../markdown/page-language.ts';
import { type Heading, outlineOf } from '../outline/read-outline.ts';
import { listNotes, type NoteList } from './page-footnotes.ts';
import { definitionsOf, readNames } from './page-names.ts';
import { type FoundSyntax, findSyntax, syntaxBetween } from './page-syntax/find-syntax.ts';
import { type Slice, splitIntoParts } from './split-into-parts.ts';

export interface Part extends Pick<Slice, 'from' | 'isLongText' | 'isTooDeep' | 'listStart'> {
  /** How many lists of the page's headings stand before it. */
  readonly contentsBefore: number;
  readonly markdown: string;
  /** Definitions of what it names. */
  readonly shared: string;
  /** Blank lines between its last block and the next part. */
  readonly linesBelow: number;
  readonly findSyntax: () => FoundSyntax;
  /** Set if it is a list of footnotes. */
  readonly notes?: NoteList;
}

export interface ReadPage {
  readonly parts: readonly Part[];
  /** Whether the page goes on behind them. */
  readonly isCut: boolean;
  readonly headings: readonly Heading[];
  /** Numbers of the footnotes, by name; undefined in a page of one part, which numbers them itself. */
  readonly numbers: ReadonlyMap<string, number> | undefined;
}

// As many as a public page may have (supabase/functions/public-page/work-limit.ts): a browser lays them out within some seconds.
const MOST_NODES = 200_000;
// As many as are drawn at once, without a pause.
const MOST_AT_ONCE = 50_000;
// Beyond, finding the parts takes too long. No page that somebody wrote has so many letters.
const MOST_LETTERS = 1_500_000;
// Behind every text: nothing that stands there can be ticked or scrolled to.
export const NOWHERE = Number.POSITIVE_INFINITY;

/** @param before the page as it was, of which the parts that have not changed are taken over */
export function readParts(markdown: string, isAll: boolean, before?: ReadPage): ReadPage {
  const text = isAll ? markdown : beginningOf(markdown);
  const tree = pageLanguage.parser.parse(text);
  const names = readNames(text, tree);
  const slices = splitIntoParts(text, tree);
  const drawn = isAll ? slices : withinBounds(slices);
  let use = 0;
  let contentsBefore = 0;
  const parts = drawn.map(({ from, to, isLongText, isTooDeep, listStart, contents }): Part => {
    const first = use;
    while ((names.uses[use]?.from ?? to) < to) use++;
    const own = text.slice(from, to);
    contentsBefore += contents;
    return {
      from,
      isLongText,
      isTooDeep,
      listStart,
      contentsBefore: contentsBefore - contents,
      markdown: own,
      shared: slices.length > 1 ? definitionsOf(names.uses.slice(first, use), names) : '',
      linesBelow: slices.length > 1 ? Math.max(blankLinesAtEnd(own), 0) : 0,
      findSyntax: () => syntaxBetween(text, tree, from, to),
    };
  });
  const isCut = drawn.length < slices.length || text.length < markdown.length;
  const lists = slices.length > 1 && !isCut ? listNotes(names).map(partOfNotes) : [];
  return {
    parts: [...parts, ...lists].map((part, index) => sameAs(part, before?.parts[index])),
    isCut,
    headings: outlineOf(tree, (from, to) => text.slice(from, to)),
    numbers: slices.length > 1 ? names.numbers : undefined,
  };
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

function partOfNotes(notes: NoteList): Part {
  const { markdown, shared } = notes;
  const place = { from: NOWHERE, contentsBefore: 0, isLongText: false, isTooDeep: false, linesBelow: 0 };
  return { ...place, markdown, shared, findSyntax: () => findSyntax(markdown), notes };
}

/** Keeps what was read of a part with it. */
function sameAs(part: Part, before: Part | undefined): Part {
  const isSame =
    before?.markdown === part.markdown &&
    before.shared === part.shared &&
    before.from === part.from &&
    before.listStart === part.listStart &&
    before.contentsBefore === part.contentsBefore &&
    before.linesBelow === part.linesBelow &&
    before.notes?.first === part.notes?.first;
  return isSame ? before : part;
}

function blankLinesAtEnd(markdown: string): number {
  return markdown.slice(markdown.trimEnd().length).split('\n').length - 2;
}
