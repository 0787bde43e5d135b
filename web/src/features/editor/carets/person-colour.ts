/** Which of the colours for people is somebody's: the same one on every screen. */
const COLOURS = 8;

/** @returns 0 to 7, as in `cm-person-0` */
export function personColour(userId: string): number {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return sum % COLOURS;
}
