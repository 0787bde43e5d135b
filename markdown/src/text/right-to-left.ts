/** Letters that are written from right to left, and names of such letters within sentences that are not. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has a letter that is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** @returns a name that leaves signs, numbers and other names beside it in their places, and says nothing of the sentence's direction */
export function setApart(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}
