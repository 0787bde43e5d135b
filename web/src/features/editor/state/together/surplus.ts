/**
 * Words that two branches brought into a text together, and each of them alone did not mean: both moved a line, or one moved a
 * line while the other took a word out of it. Nothing is written here, and nothing goes elsewhere: what is too much goes.
 */
import { areAlike, mostOf, TERMS, type Three } from './whole-words.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Word extends Range {
  readonly term: string;
  readonly line: number;
}

/** Who wrote a letter: this branch or the other one since they parted, or somebody before. */
export type Origin = 'mine' | 'theirs' | 'before';

/**
 * @param added what Yjs makes of both
 * @param originOf tells of a place in it who wrote the letter there
 * @returns the places to be taken away, in order
 */
export function findSurplus(added: string, three: Three, originOf: (place: number) => Origin): Range[] {
  const words = wordsOf(added);
  const surplus = new Map<string, number>();
  const most = mostOf(three);
  for (const [term, its] of Map.groupBy(words, ({ term }) => term)) {
    const allowed = most(term);
    if (allowed !== undefined && its.length > allowed) surplus.set(term, its.length - allowed);
  }
  if (surplus.size === 0) return [];
  const suspects = words.filter(({ term }) => surplus.has(term));
  const inLine = (line: number) => suspects.filter((one) => one.line === line).length;
  const rank = { mine: 0, theirs: 1, before: 2 };
  const isMoved = movedLines(added, three.base);
  const ranked = suspects
    .map((word) => ({ word, by: writerOf(word, originOf), among: inLine(word.line) }))
    .filter(({ word, by }) => by !== 'before' && isMoved(word.line))
    .sort((one, other) => rank[one.by] - rank[other.by] || other.among - one.among);
  const gone: Word[] = [];
  for (const { word } of ranked) {
    const left = surplus.get(word.term) ?? 0;
    if (left === 0) continue;
    surplus.set(word.term, left - 1);
    gone.push(word);
  }
  return rangesOf(added, words, new Set(gone));
}

/** Who moves a line writes it anew. New words in a line of its own are nobody's copy, however often they are elsewhere. */
function movedLines(added: string, base: string): (line: number) => boolean {
  const [lines, before] = [added.split('\n'), base.split('\n').filter((line) => line.trim() !== '')];
  const known = new Map<number, boolean>();
  return (line) => {
    const isMoved = known.get(line) ?? before.some((one) => areAlike(one, lines[line] ?? ''));
    known.set(line, isMoved);
    return isMoved;
  };
}

/** A word is a branch's if the branch wrote all of it. */
function writerOf({ from, to }: Range, originOf: (place: number) => Origin): Origin {
  const first = originOf(from);
  for (let place = from + 1; place < to; place++) if (originOf(place) !== first) return 'before';
  return first;
}

function wordsOf(text: string): Word[] {
  let [line, done] = [0, 0];
  return [...text.matchAll(TERMS)].map(({ 0: term, index }) => {
    for (; done < index; done++) if (text[done] === '\n') line++;
    return { term, line, from: index, to: index + term.length };
  });
}

/** With the signs and the blank that belong to a word alone, and with its line where no other word is left there. */
function rangesOf(text: string, words: readonly Word[], gone: ReadonlySet<Word>): Range[] {
  const kept = new Set(words.filter((word) => !gone.has(word)).map(({ line }) => line));
  const ranges: { from: number; to: number }[] = [];
  for (const word of words) {
    if (!gone.has(word)) continue;
    let { from, to } = word;
    const isFree = (place: number, end: RegExp) => {
      const sign = text[place];
      if (sign === undefined || end.test(sign)) return false;
      return !words.some((other) => other !== word && other.from <= place && place < other.to);
    };
    const end = kept.has(word.line) ? /\s/ : /\n/;
    while (isFree(from - 1, end)) from--;
    while (isFree(to, end)) to++;
    if (!kept.has(word.line) && text[to] === '\n') to++;
    else if (text[to] === ' ') to++;
    const last = ranges.at(-1);
    if (last && last.to >= from) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}
