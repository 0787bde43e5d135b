/** A long page in parts, each of which a browser lays out only when it comes in sight. */
import type { Placed } from '../tree/nodes.ts';

const MOST_BLOCKS = 100;
const MOST_LETTERS = 20_000;
/** A browser lays out as many at once without anybody feeling it. */
const FEW_PARTS = 4;

/** @returns the page's blocks by parts; one where it is no long page */
export function partsOf<Block extends Placed>(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const parts: Block[][] = [];
  let [part, from]: [Block[], number] = [[], 0];
  for (const block of blocks) {
    if (part.length === 0 || part.length === MOST_BLOCKS || block.to - from > MOST_LETTERS) {
      parts.push([]);
      part = parts.at(-1) ?? [];
      from = block.from;
    }
    part.push(block);
  }
  return parts.length > FEW_PARTS ? parts : [blocks];
}

/** @param parts what is in each, as HTML */
export function printParts(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? '';
  return parts.map((html) => `<div class="part">${html}</div>\n`).join('');
}
