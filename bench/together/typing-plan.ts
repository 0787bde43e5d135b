/** When somebody who writes presses which key: words at a human's pace, slips that are taken back, and pauses to think. */
import { generator, markdown } from '../dataset/markdown.ts';

export interface Key {
  /** Milliseconds after the beginning. */
  readonly at: number;
  /** Undefined for the backspace. */
  readonly letter: string | undefined;
}

// Their mean, with what follows a word, is a quarter of a second.
const [SHORTEST_MS, LONGEST_MS] = [140, 330];
const AFTER_WORD_MS = 80;
const SLIPS = 0.03;
const WORDS_BEFORE_THOUGHT = 12;
// Longer than the two seconds after which both sides save.
const [SHORTEST_THOUGHT_MS, LONGEST_THOUGHT_MS] = [2500, 4500];

/** @returns the same keys for the same writer */
export function typingPlan(writer: number, durationMs: number): readonly Key[] {
  const random = generator(writer + 1);
  const between = (least: number, most: number) => least + random() * (most - least);
  const text = [...markdown(writer).replace(/\s+/g, ' ')];
  const keys: Key[] = [];
  // Nobody begins at the same moment, nor at the same place in a thought.
  let at = between(0, 2000);
  let words = Math.floor(between(0, WORDS_BEFORE_THOUGHT));
  const press = (letter: string | undefined) => {
    if (at < durationMs) keys.push({ at, letter });
    at += between(SHORTEST_MS, LONGEST_MS);
  };
  for (let index = 0; at < durationMs; index++) {
    const letter = text[index % text.length] ?? ' ';
    if (random() < SLIPS) {
      press('x');
      press(undefined);
    }
    press(letter);
    if (letter !== ' ') continue;
    words++;
    at +=
      words % WORDS_BEFORE_THOUGHT === 0 ? between(SHORTEST_THOUGHT_MS, LONGEST_THOUGHT_MS) : AFTER_WORD_MS;
  }
  return keys;
}
