/** Toggles in the tree: the blocks between the two halves of one go into it. */
import { DEEPEST } from '../../tree/deepest.ts';
import type { Block, Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import type { Html } from '../html/node.ts';
import { type Pair, pairToggles, textOfHtml } from './syntax.ts';

export interface Toggle extends Placed {
  readonly type: 'toggle';
  readonly isOpen: boolean;
  readonly title: string;
  /** Plain text that stands in the HTML itself. */
  readonly text: string;
  readonly children: readonly Block[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly toggle: Toggle;
  }
}

export const nodes: NodeMakers = { fold: foldToggles };

/** @param blocks siblings. @returns them with those between two halves of a toggle in it */
export function foldToggles(blocks: readonly Block[]): Block[] {
  const html = blocks.filter((block): block is Html => block.type === 'html');
  const pairs = pairToggles(html, ({ value }) => value);
  if (pairs.length === 0) return [...blocks];
  const opened = new Map<Block, Pair<Html>>(pairs.map((pair) => [pair.first, pair]));
  const closing = new Map(blocks.map((block, index) => [block, index]));
  const fold = (from: number, to: number, depth: number): Block[] => {
    const folded: Block[] = [];
    for (let at = from; at < to; at++) {
      const block = blocks[at];
      const pair = block && depth < DEEPEST ? opened.get(block) : undefined;
      const end = pair ? (closing.get(pair.last) ?? at) : at;
      if (pair) folded.push(toggle(pair, fold(at + 1, end, depth + 1)));
      else if (block) folded.push(block);
      at = end;
    }
    return folded;
  };
  return fold(0, blocks.length, 0);
}

function toggle({ opening, first, last }: Pair<Html>, children: Block[]): Toggle {
  return {
    type: 'toggle',
    isOpen: opening.isOpen,
    title: textOfHtml(first.value.slice(opening.titleFrom, opening.titleTo)),
    text: textOfHtml(opening.text),
    children,
    from: first.from,
    to: last.to,
  };
}
