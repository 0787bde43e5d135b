/**
 * Finds where two branches of a text met: places that both have changed. Yjs keeps every letter of both, so an edit that both made is
 * there twice. Only at such places something is done, and only with the letters that are told apart there: all others stay.
 */
import { type TextEdit, textEdits } from '../moves/edits/text-changes.ts';

/** Letters of the shared text, one after another, that the same branches have. */
export interface Part {
  readonly text: string;
  /** Names the letter that they were written after. */
  readonly behind: string;
  /** Whether both began with them. */
  readonly base: boolean;
  readonly ours: boolean;
  readonly theirs: boolean;
}

type Side = 'ours' | 'theirs';

interface Letter extends Part {
  /** Its number among all letters. */
  readonly place: number;
  /** Its place in the text that Yjs made of both; for one that is gone, the place where it was. */
  readonly at: number;
  readonly isThere: boolean;
}

/** The letters between two blanks that nobody touched. */
interface Stretch {
  readonly letters: readonly Letter[];
  /** Whether only blanks stand before it in its line. */
  readonly isLineStart: boolean;
  readonly isTextEnd: boolean;
}

/** An edit, and the letter before which it is: many can be at one place of a text in which letters are gone. */
interface Edit extends TextEdit {
  readonly before: number;
}

/** Also marks on letters, pictures and what joins them: the end of a word does not come before them. */
const LETTERS = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u200d]/u;
/** Indentation, quote, list, task, heading: one of each line, and never two. */
const MARKS = /^[^\S\n]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]*)?(?:\[[ xX]?\]?[ \t]*)?(?:#{1,6}[ \t]*)?$/;
const LINE_MARKS = /^[^\S\n]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?/;
const FORMATS = /^([*_~=`])\1*/;
const FORMATS_BEHIND = /([*_~=`])\1*$/;

/** @returns edits of the text that Yjs made of both, in order; ours are those that the log gets later */
export function settleMeetings(parts: readonly Part[]): TextEdit[] {
  return stretchesOf(parts).flatMap((stretch) => settle(stretch));
}

/** Whether the letters are in the text that Yjs makes of both. */
export function isOfSum({ base, ours, theirs }: Part): boolean {
  return base ? ours && theirs : ours || theirs;
}

function isCommon({ ours, theirs }: Part): boolean {
  return ours && theirs;
}

/** @returns the stretches that both branches changed */
function stretchesOf(parts: readonly Part[]): Stretch[] {
  const stretches: Stretch[] = [];
  let letters: Letter[] = [];
  let isLineStart = true;
  let [at, place] = [0, 0];
  const end = (blanks: string, isTextEnd = false) => {
    const isEmpty = letters.length === 0 && isLineStart;
    if (areMet(letters)) stretches.push({ letters, isLineStart, isTextEnd });
    letters = [];
    isLineStart = /\n[^\S\n]*$/.test(blanks) || (isEmpty && blanks.trim() === '');
  };
  for (const part of parts) {
    const there = isOfSum(part);
    const first = isCommon(part) ? part.text.search(/\s/) : -1;
    const last = first === -1 ? -1 : part.text.search(/\s\S*$/);
    const add = (from: number, to: number) => {
      let index = from;
      for (const text of part.text.slice(from, to)) {
        const behind = index === 0 ? part.behind : '';
        letters.push({ ...part, text, behind, at: there ? at + index : at, isThere: there, place: place++ });
        index += text.length;
      }
    };
    if (first === -1) add(0, part.text.length);
    else {
      add(0, first);
      end(part.text.slice(first, last + 1));
      add(last + 1, part.text.length);
    }
    if (there) at += part.text.length;
  }
  end('', true);
  return stretches;
}

function areMet(letters: readonly Letter[]): boolean {
  // Letters that both took away meet nothing: who heard of a removal may have it as an edit of its own.
  const changed = letters.filter(({ ours, theirs }) => ours !== theirs);
  return (
    changed.some(({ base, ours }) => base !== ours) && changed.some(({ base, theirs }) => base !== theirs)
  );
}

function settle(stretch: Stretch): TextEdit[] {
  const { letters, isLineStart } = stretch;
  const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((side) => textOn(letters, side)) as [
    string,
    string,
    string,
  ];
  const areMarks = isLineStart && [base, ours, theirs].every((text) => MARKS.test(text));
  // If one put back what it took away, the other one's words stand; but not instead of what both took away, and one put back.
  const areGone = letters.some((letter) => letter.base && !letter.ours && !letter.theirs);
  if (ours === base && (!areGone || theirs.includes(base))) return keep(letters, 'theirs');
  if ((theirs === base && (!areGone || ours.includes(base))) || areMarks) return keep(letters, 'ours');
  // The letters that the log has are those in which others may be writing.
  if (ours === theirs) return keep(letters, isWhole(letters, 'theirs') ? 'theirs' : 'ours');
  const edits = [
    ...rescue(stretch, 'ours', 'theirs'),
    ...rescue(stretch, 'theirs', 'ours'),
    ...gapsOf(letters, isLineStart).flatMap((gap) => settleGap(gap)),
  ];
  return joined(edits.toSorted((one, other) => one.before - other.before));
}

function joined(edits: readonly TextEdit[]): TextEdit[] {
  const all: { from: number; to: number; insert: string }[] = [];
  for (const { from, to, insert } of edits) {
    const last = all.at(-1);
    if (last?.to === from) {
      last.to = to;
      last.insert += insert;
    } else all.push({ from, to, insert });
  }
  return all;
}

function textOn(letters: readonly Letter[], side: 'base' | 'ours' | 'theirs'): string {
  return letters.flatMap((letter) => (letter[side] ? letter.text : [])).join('');
}

/** The text of one branch stands here. */
function keep(letters: readonly Letter[], side: Side): TextEdit[] {
  const there = letters.filter((letter) => letter.isThere);
  if (isWhole(letters, side)) return removed(there.filter((letter) => !letter[side]));
  return textEdits(there[0]?.at ?? letters[0]?.at ?? 0, written(there), textOn(letters, side));
}

/** Whether all letters of that branch are there. */
function isWhole(letters: readonly Letter[], side: Side): boolean {
  return letters.every((letter) => !letter[side] || letter.isThere);
}

function removed(letters: readonly Letter[]): Edit[] {
  return letters.map(({ text, at, place }) => ({
    from: at,
    to: at + text.length,
    insert: '',
    before: place,
  }));
}

interface Gap {
  readonly letters: readonly Letter[];
  readonly isLineStart: boolean;
}

/** Letters written between two others that nobody touched. */
function gapsOf(letters: readonly Letter[], isLineStart: boolean): Gap[] {
  const gaps: Gap[] = [];
  let gap: Letter[] = [];
  let isFirst = isLineStart;
  for (const letter of letters) {
    if (!isCommon(letter)) {
      gap.push(letter);
      continue;
    }
    gaps.push({ letters: gap, isLineStart: isFirst });
    gap = [];
    isFirst = false;
  }
  return [...gaps, { letters: gap, isLineStart: isFirst }];
}

function settleGap({ letters, isLineStart }: Gap): Edit[] {
  const mine = letters.filter(({ base, ours, theirs }) => !base && ours && !theirs);
  const others = letters.filter(({ base, ours, theirs }) => !base && theirs && !ours);
  if (mine.length === 0 || others.length === 0) return [];
  // Each of several lines has marks of its own.
  const areInLine = isLineStart && ![...mine, ...others].some(({ text }) => text === '\n');
  const [our, their] = areInLine ? [marksIn(mine), marksIn(others)] : [0, 0];
  const isCorrection = letters.some(
    ({ base, ours, theirs, text }) => base && !ours && !theirs && LETTERS.test(text),
  );
  const marks = settleMarks(mine, others, our, their);
  // The rest of a word meets words that came after its beginning: no edit that both have made.
  if (!isCorrection && mine[0]?.behind !== others[0]?.behind) return marks;
  return [...marks, ...settleWords(mine.slice(our), others.slice(their), isCorrection)];
}

function settleWords(mine: readonly Letter[], others: readonly Letter[], isCorrection: boolean): Edit[] {
  const [our, their] = [written(mine), written(others)];
  if (our === '' || their === '') return [];
  if (our === their) return removed(mine);
  const [short, long] = our.length < their.length ? [our, their] : [their, our];
  // Both went the same way with a word or a mark, and one went further. New words may begin alike by chance.
  const isOfWord = (beside = '') => LETTERS.test(short) && LETTERS.test(beside);
  const isFurther =
    (long.startsWith(short) && !isOfWord([...long.slice(short.length)][0])) ||
    (long.endsWith(short) && !isOfWord([...long.slice(0, -short.length)].at(-1)));
  if (isFurther && (isCorrection || !LETTERS.test(short))) return removed(short === our ? mine : others);
  const before = sameFormat(our, their, FORMATS);
  const behind = sameFormat(our.slice(before), their.slice(before), FORMATS_BEHIND);
  return removed([...mine.slice(0, before), ...mine.slice(mine.length - behind)]);
}

/** A line has each mark once, ours where they differ, and before the words. */
function settleMarks(mine: readonly Letter[], others: readonly Letter[], our: number, their: number): Edit[] {
  const [ourMarks, theirMarks] = [mine.slice(0, our), others.slice(0, their)];
  const areTheirs = our === 0 || written(ourMarks) === written(theirMarks);
  if (areTheirs) return [...removed(ourMarks), ...marksFirst(theirMarks, mine.slice(our))];
  return [...removed(theirMarks), ...marksFirst(ourMarks, others.slice(their))];
}

/** @returns how many of the letters are marks of their line */
function marksIn(letters: readonly Letter[]): number {
  const text = written(letters);
  const marks = MARKS.test(text) ? text : (LINE_MARKS.exec(text)?.[0] ?? '');
  return marks.trim() === '' ? 0 : marks.length;
}

function written(letters: readonly Letter[]): string {
  return letters.map(({ text }) => text).join('');
}

function marksFirst(marks: readonly Letter[], words: readonly Letter[]): Edit[] {
  const [[mark], [word]] = [marks, words];
  if (!mark || !word || mark.place < word.place) return [];
  return [
    { from: word.at, to: word.at, insert: written(marks), before: word.place - 0.5 },
    ...removed(marks),
  ];
}

/** @returns the length of what both made bold or the like, and wrote different words beside */
function sameFormat(ours: string, theirs: string, at: RegExp): number {
  const [our, their] = [at.exec(ours)?.[0], at.exec(theirs)?.[0]];
  return our !== undefined && our === their ? our.length : 0;
}

/** Words that one wrote into a line that the other one took away stay in a line of that kind. */
function rescue({ letters, isLineStart, isTextEnd }: Stretch, writer: Side, remover: Side): Edit[] {
  const edits: Edit[] = [];
  let line: Letter[] = [];
  let isFromStart = isLineStart;
  let isBreakGone = false;
  for (const letter of letters) {
    if (!letter[writer]) continue;
    if (letter.text !== '\n') {
      line.push(letter);
      continue;
    }
    const isGone = letter.base && !letter[remover];
    if (isFromStart && isGone && isRescued(line, remover))
      edits.push(...framed(line), { from: letter.at, to: letter.at, insert: '\n', before: letter.place });
    line = [];
    isFromStart = true;
    isBreakGone = isGone;
  }
  const [first] = line;
  if (!isTextEnd || !isFromStart || !first || !isRescued(line, remover)) return edits;
  // The last line has the break above it, and none after it.
  if (isBreakGone) edits.push({ from: first.at, to: first.at, insert: '\n', before: first.place - 0.5 });
  return [...edits, ...framed(line)];
}

function isRescued(line: readonly Letter[], remover: Side): boolean {
  const [old, news] = [line.filter(({ base }) => base), line.filter(({ base }) => !base)];
  return old.length > 0 && old.every((letter) => !letter[remover]) && LETTERS.test(written(news));
}

/** Puts back the line's marks, and the bars of its cells. */
function framed(line: readonly Letter[]): Edit[] {
  const old = line.filter(({ base }) => base);
  const text = written(old);
  const marks = LINE_MARKS.exec(text)?.[0].length ?? 0;
  const isRow = text.slice(marks).startsWith('|');
  return old.flatMap(({ text: sign, at, place }, index) => {
    const isFrame = index < marks || (isRow && (sign === '|' || sign === ' '));
    return isFrame ? [{ from: at, to: at, insert: sign, before: place }] : [];
  });
}
