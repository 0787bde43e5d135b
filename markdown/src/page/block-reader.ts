/** Reads blocks from the parser's tree, with the makers of each kind. */
import type { SyntaxNode } from '@lezer/common';
import { NODE_MAKERS } from '../layers/nodes.generated.ts';
import { DEEPEST } from '../tree/deepest.ts';
import type { Block, Inline } from '../tree/nodes.ts';
import type { BlockMaker, Blocks, InlinePlace, Reading } from '../tree/reading.ts';
import { InlineReader } from './inline-reader.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

// The others stay whole.
const CUT = /^(?:Table|(?:Bullet|Ordered)List)$/;

const makers = new Map<string, BlockMaker[]>();
for (const { blocks } of NODE_MAKERS)
  for (const [name, maker] of Object.entries(blocks ?? {}))
    makers.set(name, [...(makers.get(name) ?? []), maker]);

export class BlockReader implements Blocks {
  readonly page: Reading;
  #depth = 0;

  constructor(page: Reading) {
    this.page = page;
  }

  /**
   * The page's own blocks between two places, of which some are more than they are within others. A list may be cut between its items, a
   * table between its rows.
   */
  outermost(top: SyntaxNode, from: number, to: number): Block[] {
    const blocks: Block[] = [];
    this.#depth++;
    for (let node = top.childAfter(from); node && node.from < to; node = node.nextSibling) {
      const isCut = (node.from < from || node.to > to) && CUT.test(node.name);
      const block = this.#block(node, isCut ? { from, to } : node);
      if (block) blocks.push(this.#outermost(block));
    }
    this.#depth--;
    return fold(blocks);
  }

  inside(parent: SyntaxNode): Block[] {
    const blocks: Block[] = [];
    this.#depth++;
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      const block = this.#block(node, node);
      if (block) blocks.push(block);
    }
    this.#depth--;
    return blocks;
  }

  inlines(node: SyntaxNode, from = node.from, to = node.to, place: InlinePlace = 'block'): Inline[] {
    return new InlineReader(this.page, place).whole(node, from, to);
  }

  /** @returns undefined for marks, and for what says something of other places */
  #block(node: SyntaxNode, range: Range): Block | undefined {
    this.page.budget.step();
    if (this.#depth > DEEPEST) return this.#asWritten(node);
    for (const make of makers.get(node.name) ?? []) {
      const block = make(node, this, range);
      if (block) return block;
    }
    return undefined;
  }

  #asWritten({ name, from, to }: SyntaxNode): Block | undefined {
    if (/Mark$/.test(name)) return undefined;
    return { type: 'html', value: this.page.read(from, to), from, to };
  }

  #outermost(block: Block): Block {
    if (block.type !== 'paragraph') return block;
    const source = this.page.read(block.from, block.to);
    for (const { ofParagraph } of NODE_MAKERS) {
      const found = ofParagraph?.(block, source);
      if (found) return found;
    }
    return block;
  }
}

function fold(blocks: Block[]): Block[] {
  return NODE_MAKERS.reduce((folded, kind) => kind.fold?.(folded) ?? folded, blocks);
}
