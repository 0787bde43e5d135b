/** The toggles of a page, by the editor's parser. Only outermost ones: in a list or a quote they are shown as HTML. */
import type { Tree } from '@lezer/common';
import { outermostBlocks } from '../../grammar/outermost-blocks.ts';
import { type Pair, pairToggles } from './syntax.ts';

export interface HtmlBlock {
  readonly from: number;
  readonly to: number;
}

/** @param read the text between two places */
export function findToggles(tree: Tree, read: (from: number, to: number) => string): Pair<HtmlBlock>[] {
  const blocks = outermostBlocks(tree, 'HTMLBlock').map(({ block, from }) => ({
    from,
    to: from + block.length,
  }));
  return blocks.length === 0 ? [] : pairToggles(blocks, ({ from, to }) => read(from, to));
}
