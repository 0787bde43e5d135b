/** Finds pages by what is typed of their names: in any order of merit, in any language, with a slip of the keyboard. */
import type { LinkablePage } from './linkable-page.ts';

const MOST_PAGES = 50;
// Letters that are no other letter with a mark.
const LIKE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
};
// In a shorter word, everything is one letter away from everything.
const SHORTEST_WITH_SLIP = 4;

/** The merits of a page, best first. */
const [EXACT, BEGINNING, WORD, PART, ALL_WORDS, SLIP] = [0, 1, 2, 3, 4, 5];

/** @returns those of the greatest merit first, otherwise in their order */
export function findPages(pages: readonly LinkablePage[], query: string): LinkablePage[] {
  const wanted = foldName(query.trim());
  if (wanted === '') return pages.slice(0, MOST_PAGES);
  const words = wordsOf(wanted);
  const found: LinkablePage[][] = [[], [], [], [], [], []];
  for (const page of pages) {
    const merit = meritOf(foldName(page.name), wanted, words);
    if (merit !== undefined) found[merit]?.push(page);
  }
  const sure = found.slice(0, SLIP).flat();
  // The typed words are a name already: others like it are others.
  return [...sure, ...(found[SLIP] ?? [])].slice(0, MOST_PAGES);
}

/** Whether a page has exactly this name, whatever its case and accents. */
export function isPageName(pages: readonly LinkablePage[], name: string): boolean {
  const wanted = foldName(name.trim());
  return pages.some((page) => foldName(page.name) === wanted);
}

function meritOf(name: string, wanted: string, words: readonly string[]): number | undefined {
  if (name === wanted) return EXACT;
  const place = name.indexOf(wanted);
  if (place === 0) return BEGINNING;
  if (place > 0) return /[\p{L}\p{N}]/u.test(name[place - 1] ?? '') ? PART : WORD;
  if (words.length > 1 && words.every((word) => name.includes(word))) return ALL_WORDS;
  return hasSlip(name, words) ? SLIP : undefined;
}

/** Each word is there, or the beginning of one that is but for one letter. */
function hasSlip(name: string, words: readonly string[]): boolean {
  const names = wordsOf(name);
  return (
    words.some(({ length }) => length >= SHORTEST_WITH_SLIP) &&
    words.every((word) =>
      names.some(
        (each) =>
          each.startsWith(word) || (word.length >= SHORTEST_WITH_SLIP && isBeginningButOneLetter(word, each)),
      ),
    )
  );
}

/** A slip is one letter left out, put in, changed for another or changed with the next. */
function isBeginningButOneLetter(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const isBeginning = (from: number, place: number) => word.startsWith(typed.slice(from), place);
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    isBeginning(at + 1, at) ||
    isBeginning(at, at + 1) ||
    isBeginning(at + 1, at + 1) ||
    (isSwapped && isBeginning(at + 2, at + 2))
  );
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const folded = new Map<string, string>();
const MOST_FOLDED = 20_000;

/** "Resume" finds "Résumé". */
export function foldName(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const fold = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđðþæœıħ]/g, (letter) => LIKE[letter] ?? letter);
  if (folded.size >= MOST_FOLDED) folded.clear();
  folded.set(text, fold);
  return fold;
}
