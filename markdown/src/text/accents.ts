/** How many accents of one letter are drawn: browsers take the square of their number. */
export const SHOWN_ACCENTS = 32;
export const MANY_ACCENTS = /\p{M}{33,}/gu;
export const MORE_ACCENTS = '… more accents';

export function withFewAccents(text: string): string {
  return text.replace(MANY_ACCENTS, (accents) => accents.slice(0, SHOWN_ACCENTS) + MORE_ACCENTS);
}
