/** HTML in the tree, as it is written. */
import type { SyntaxNode } from '@lezer/common';
import type { Placed } from '../../tree/nodes.ts';
import type { Blocks, NodeMakers } from '../../tree/reading.ts';

/** HTML that is no toggle: text. */
export interface Html extends Placed {
  readonly type: 'html';
  readonly value: string;
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly html: Html;
  }
}

export const nodes: NodeMakers = {
  blocks: { HTMLBlock: makeHtml, CommentBlock: makeHtml, ProcessingInstructionBlock: makeHtml },
};

/** Marks of a quote around it are no part of it. */
function makeHtml(node: SyntaxNode, { page: { read } }: Blocks): Html {
  let value = '';
  let at = node.from;
  for (const { from, to } of node.getChildren('QuoteMark')) {
    value += read(at, from);
    at = to;
  }
  return { type: 'html', value: value + read(at, node.to), from: node.from, to: node.to };
}
