/** Pages as long as anybody writes them: much text, many tables, many pictures. */
import { markdown } from './markdown.ts';

export const PAGE_KINDS = ['text', 'tables', 'pictures'] as const;

export type PageKind = (typeof PAGE_KINDS)[number];

const MEGABYTE = 1_000_000;
const LINES = 20_000;
const COUNT = 500;
const ROWS = 8;
/** The app's own picture: no page loads pictures from elsewhere unasked. */
const PICTURE = '/icons/icon-192.png';

export function longPage(kind: PageKind): string {
  if (kind === 'text') return longText();
  const parts = Array.from({ length: COUNT }, (_, index) => {
    const words = markdown(index)
      .slice(20, 220)
      .replaceAll(/[#\n]+/g, ' ');
    return `## ${kind} ${index}\n\n${words}\n\n${kind === 'tables' ? table(index) : `![Picture ${index}](${PICTURE})`}`;
  });
  return parts.join('\n\n');
}

/** Short lines with an empty one between, a heading now and then, lists, some code. */
function longText(): string {
  // Headings are shorter, and every other line is empty.
  const width = Math.floor((2 * MEGABYTE) / LINES) + 5;
  const lines: string[] = [];
  for (let revision = 1; lines.length < LINES; revision++) {
    const words = markdown(revision).slice(20).replaceAll(/\s+/g, ' ');
    for (let at = 0; at + width < words.length && lines.length < LINES; at += width) {
      const line = words.slice(at, at + width).trim();
      const kind = (lines.length / 2) % 20;
      lines.push(kind === 0 ? `## ${line.slice(0, 40)}` : kind > 15 ? `- ${line}` : line, '');
    }
    lines.push('```ts', `export const answer${revision} = { revision: ${revision}, words: 42 };`, '```', '');
  }
  return lines.join('\n');
}

function table(index: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const words = markdown(index + row)
      .slice(40 * row + 20)
      .replaceAll(/[#|\n]+/g, ' ')
      .split(' ');
    return `| ${words.slice(0, 3).join(' ')} | ${words.slice(3, 9).join(' ')} | **${words[10]}** | ${row * index} |`;
  });
  return `| Name | Text | Owner | Amount |\n| --- | --- | :-: | --: |\n${rows.join('\n')}`;
}
