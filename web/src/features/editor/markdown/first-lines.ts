/** How a page begins, for a small card. */
import { plainText } from '../../../../../markdown/src/text/plain-text.ts';
import { withoutSecrets } from '../../../../../markdown/src/text/unread.ts';

const MOST_LINES = 6;
const LONGEST_LINE = 200;

/** @returns the first lines that say something, without their marks */
export function firstLines(content: string): string[] {
  const lines: string[] = [];
  const text = content.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '');
  for (const line of withoutSecrets(text)
    .slice(0, MOST_LINES * 2000)
    .split('\n')) {
    // Fences, rules and the lines below a table's head say nothing.
    if (/^[\s>]*(?:`{3,}|~{3,}|[-*_=:| ]{3,}$)/.test(line)) continue;
    const said = plainText(line.replace(/^[\s>]*(?:#{1,6}\s+|(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)?/, ''));
    if (said !== '') lines.push(said.slice(0, LONGEST_LINE));
    if (lines.length === MOST_LINES) break;
  }
  return lines;
}
