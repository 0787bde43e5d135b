/** How Outline and Docmost write what Markdown has no signs for, in the signs of these pages. */

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const OPENS = /^:::\s*(info|tip|success|warning|danger|note)\s*$/i;
const CLOSES = /^:::\s*$/;
// Outline keeps a picture's size where its title would be, after words on its place.
const SIZED = /!\[([^\]\n]*)\]\(([^()\s]+) "[^"\n]*=(\d{1,5})x\d*"\)/g;

export function readTeamWiki(text: string): string {
  const lines = text.split('\n');
  const written: string[] = [];
  let fence: string | undefined;
  let isInCallout = false;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const kind = fence === undefined && !isInCallout ? OPENS.exec(line.trimEnd())?.[1] : undefined;
    if (kind !== undefined) {
      isInCallout = true;
      written.push(`> [!${kind.toLowerCase()}]`);
    } else if (isInCallout && fence === undefined && CLOSES.test(line.trimEnd())) isInCallout = false;
    else {
      const own = fence === undefined ? line.replaceAll(SIZED, '![$1|$3]($2)') : line;
      written.push(isInCallout ? `> ${own}`.trimEnd() : own);
    }
  }
  // A callout that is never closed is none.
  return isInCallout ? text : written.join('\n');
}
