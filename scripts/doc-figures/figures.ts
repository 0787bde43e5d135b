/**
 * Says where in the code each number of the documentation stands. A figure is the words around a number in a page, and the
 * place in a file that has it: `#` stands for the number in both. scripts/docs.test.ts compares them.
 */
export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;
export const SECOND = 1000;

export interface Figures {
  readonly file: string;
  /** The words of the page, the code, and how many of the code's units one of the page's is. */
  readonly figures: readonly (readonly [page: string, words: string, code: string, unit?: number])[];
}
