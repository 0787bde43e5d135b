/** Formats on what is selected in real pages: the words get them, their neighbours do not, and no word is lost. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formattedParts, type Part } from '../formats/formatted-parts.ts';
import { INLINE_EDITS } from './edits.ts';
import { OpenPages } from './open-page.ts';
import { readAsReader } from './read-as-reader.ts';
import { readCorpus } from './read-corpus.ts';
import { readWords, type Word } from './read-words.ts';
import { BYTES, LIMIT_MS, MOST_LETTERS, run as runOf } from './run.ts';

const NAME = /\]\[[^\]]*$/;
const LONE_SIGN = /[_*~=]\s+[^\p{L}\p{N}\s]+\s+[_*~=]/u;
const MARKS = /[*_=~`[\]<>\\&]/;

test(
  'selected words get a format, and lose it again',
  () => {
    const corpus = readCorpus(BYTES);
    const pages = new OpenPages(corpus);
    const last = Math.max(
      0,
      corpus.findLastIndex(({ text }) => text.length <= MOST_LETTERS),
    );
    fc.assert(
      fc.property(
        fc.nat(last),
        fc.nat(),
        fc.oneof(fc.constant(0), fc.nat(30)),
        fc.constantFrom(...INLINE_EDITS),
        (index, place, length, { name, run, node }) => {
          const { page, root, text, path } = pages.at(index);
          const before = readWords(root);
          const at = before.length === 0 ? 0 : place % before.length;
          const selected = before.slice(at, at + length + 1);
          const [from, to] = [startOf(selected[0], text), endOf(selected.at(-1), text)];
          // Beside a star one cannot tell whose the next one is.
          if (from === undefined || to === undefined || /\*/.test(text[from - 1] + (text[to] ?? ''))) return;
          // The two do not agree on which words with a colon and slashes are addresses.
          if (/:\/\/\S*$/.test(text.slice(0, from))) return;
          const about = `${name} at ${from}-${to} of ${path}`;
          page.dispatch({ selection: { anchor: from, head: to } });
          // From one cell to another, the cells between them are selected and not the words.
          const cells = formattedParts(page.state);
          const isSelected = (word: Word, number: number) =>
            cells ? cells.some((cell) => isIn(word, cell)) : number >= at && number <= at + length;
          page.run(run);
          const once = page.state.doc.toString();
          const after = readWords(readAsReader(once));
          expect(lettersOf(after) === lettersOf(before), `the words after ${about}`).toBe(true);
          const has = (word: Word | undefined) => word?.formats.includes(node) ?? false;
          const isPlain = (word: Word) =>
            !word.formats.some((each) => each === 'link' || each === 'inlineCode');
          // A sign that stands alone between two formats is no word, and gets the format when it is selected with them.
          const hasLoneSign = LONE_SIGN.test(text.slice(from, to));
          const wasThere = !hasLoneSign && before.filter(isSelected).filter(isPlain).every(has);
          // Words that a mark stood between are one without it, and all after them have other places.
          const known = after.length === before.length ? before : [];
          known.forEach((word, number) => {
            // An address or code has a format as a whole, and the name of a definition that is nowhere has none.
            if (!isPlain(word) || word.from === undefined || NAME.test(text.slice(0, word.from))) return;
            if (isSelected(word, number))
              expect(has(after[number]), `${word.text} in ${about}`).toBe(!wasThere);
            else if (!wasThere && /\s/.test(between(text, word.from, from, to)))
              expect(has(after[number]), `${word.text} beside ${about}`).toBe(has(word));
          });
          // Marks that were there are one with the new ones then, and an address has got its brackets.
          const parts = cells ?? [{ from, to }];
          const isMarked =
            wasThere ||
            parts.some((part) => MARKS.test(text.slice(Math.max(0, part.from - 3), part.to + 3))) ||
            count(once) > count(text);
          page.run(run);
          if (!isMarked) expect(page.state.doc.toString() === text, `${about}, twice`).toBe(true);
          while (page.manager.undoStack.length > 0) page.manager.undo();
          expect(page.state.doc.toString() === text, `undo of ${about}`).toBe(true);
        },
      ),
      runOf(150),
    );
  },
  LIMIT_MS,
);

function lettersOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join('');
}

/** @returns undefined for a word that stands otherwise in the text than it is read */
function startOf(word: Word | undefined, text: string): number | undefined {
  return word?.from !== undefined && text.startsWith(word.text, word.from) ? word.from : undefined;
}

function endOf(word: Word | undefined, text: string): number | undefined {
  const from = startOf(word, text);
  return word && from !== undefined ? from + word.text.length : undefined;
}

function count(text: string): number {
  return text.split('<').length;
}

function isIn({ from }: Word, part: Part): boolean {
  return from !== undefined && part.from <= from && from < part.to;
}

/** Text between a word and the selection. Without a space they may be parts of one address. */
function between(text: string, word: number, from: number, to: number): string {
  return word < from ? text.slice(word, from) : text.slice(to, word);
}
