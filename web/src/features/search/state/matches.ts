/**
 * Where the words of a question are in a text, as the server compares them (private.fold_text): without case, accents
 * and other forms of the same letter.
 */

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const MARKS = /\p{M}/gu;
// Their marks make another letter, not the same with an accent.
const KANA = /[\u3040-\u30ff]/;

export function fold(text: string): string {
  return [...text.normalize('NFKC')].map(foldCharacter).join('');
}

export function wordsOf(question: string): string[] {
  return [...new Set(fold(question).split(/\s+/).filter(Boolean))];
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

function foldCharacter(character: string): string {
  const plain = KANA.test(character) ? character : character.normalize('NFKD').replaceAll(MARKS, '');
  return (plain || character).toLowerCase();
}
