/**
 * Finds the words of a question in a text, to highlight them, as the server compares them (private.fold_words, private.question_terms):
 * without case, accents, other forms of the same letter, and the signs around a word.
 */

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const MARK = /^\p{M}$/u;
const MARKS = /\p{M}/gu;
// Their marks make another letter, not the same with an accent.
const KANA = /[\u3040-\u30ff]/;

// They stand alone and fold to nothing: points of Hebrew, vowel marks of Arabic, marks of emphasis and code, and characters
// without a width.
const UNSEEN =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed*`\u00ad\u0640\u200b-\u200f\u2060-\u206f\ufeff]/;
const AROUND = new Set(',;:!?"\'()[]{}<>。、「」『』【】《》〈〉・،؛؟');
const SIGNS = /^[!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u3029\u3030-\u303f]*$/;
const QUOTES = /[’‘ʼ]/;
const DOUBLE_QUOTES = /[“”„«»]/;

export function fold(text: string): string {
  return [...text.normalize('NFKC')].map(foldCharacter).join('');
}

/** @returns a question without what no text of the database can hold, so that it is no error there */
export function sendable(question: string): string {
  return question.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '');
}

export function wordsOf(question: string): string[] {
  const typed = fold(question.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, ''))
    .split(/\s+/)
    .filter(Boolean);
  const words = typed.map(withoutAround).filter((word) => !SIGNS.test(word));
  return [...new Set(words.length > 0 ? words : typed)];
}

/** @returns the text in parts, in order: nothing is left out */
export function markMatches(text: string, question: string): TextPart[] {
  const characters = [...text];
  // Which character of the text each character of its folded form came from.
  const origins: number[] = [];
  let folded = '';
  for (const [index, character] of characters.entries())
    for (const unit of fold(character).split('')) {
      folded += unit;
      origins.push(index);
    }
  const isMatch = new Array<boolean>(characters.length).fill(false);
  for (const word of wordsOf(question))
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      isMatch.fill(true, origins[at], (origins[at + word.length - 1] ?? 0) + 1);
  // A mark belongs to its letter.
  for (const [index, character] of characters.entries())
    if (isMatch[index - 1] && MARK.test(character)) isMatch[index] = true;

  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [index, character] of characters.entries()) {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[index]) last.text += character;
    else parts.push({ text: character, isMatch: isMatch[index] === true });
  }
  return parts;
}

// How much of a line the server gives before what was found (search_pages); less where the line begins.
const LEAD = 41;

/** @returns a line of the server's, from the beginning of a word on: the server counts characters */
export function fromWord(line: string, question: string): string {
  let end = 0;
  const isCut = markMatches(line, question).some(({ text, isMatch }) => {
    const start = end;
    end += [...text].length;
    return isMatch && start <= LEAD && LEAD < end;
  });
  if (!isCut) return line;
  const lead = [...line].slice(0, LEAD).join('');
  const gap = lead.search(/\s/);
  return `… ${gap < 0 ? line : line.slice(gap).trimStart()}`;
}

/** Whether all words of the question are in the text. */
export function holds(text: string, question: string): boolean {
  const folded = fold(text);
  return wordsOf(question).every((word) => folded.includes(word));
}

function withoutAround(word: string): string {
  const characters = [...word];
  const first = characters.findIndex((character) => !AROUND.has(character));
  const last = characters.findLastIndex((character) => !AROUND.has(character) && character !== '.');
  return characters.slice(Math.max(0, first), last + 1).join('');
}

function foldCharacter(character: string): string {
  if (UNSEEN.test(character)) return '';
  if (QUOTES.test(character)) return "'";
  if (DOUBLE_QUOTES.test(character)) return '"';
  const plain = KANA.test(character) ? character : character.normalize('NFKD').replaceAll(MARKS, '');
  return (plain || character).toLowerCase();
}
