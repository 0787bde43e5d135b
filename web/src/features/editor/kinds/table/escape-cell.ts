/** Text as it can stand in a cell: on one line, and no pipe of it ends the cell. */

/** Escapes the pipes that are not escaped yet. */
export function escapePipes(text: string): string {
  return text.replaceAll(/\\[\s\S]|\|/g, (found) => (found === '|' ? String.raw`\|` : found));
}

export function unescapePipes(text: string): string {
  return text.replaceAll(/\\[\s\S]/g, (found) => (found === String.raw`\|` ? '|' : found));
}

/** @param text Markdown, maybe of several lines */
export function toCell(text: string): string {
  const line = escapePipes(text.trim().replaceAll(/\s*\n\s*/g, '<br>'));
  // A lone backslash at the end would take the pipe after it along.
  return endsInBackslash(line) ? `${line}\\` : line;
}

export function endsInBackslash(text: string): boolean {
  return (/\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1;
}
