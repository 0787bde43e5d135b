/** Callouts in the tree: quotes whose first line says which kind they are. */
import type { SyntaxNode } from '@lezer/common';
import type { Block, Inline, Placed } from '../../tree/nodes.ts';
import type { Blocks, NodeMakers } from '../../tree/reading.ts';
import { type CalloutMark, calloutOf } from './syntax.ts';

export interface Callout extends Placed {
  readonly type: 'callout';
  readonly mark: CalloutMark;
  /** Empty for one whose kind is its title. */
  readonly title: readonly Inline[];
  readonly children: readonly Block[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly callout: Callout;
  }
}

export const nodes: NodeMakers = { blocks: { Blockquote: makeCallout } };

/** @returns undefined for any other quote */
function makeCallout(quote: SyntaxNode, blocks: Blocks): Callout | undefined {
  const { read } = blocks.page;
  const mark = calloutOf(quote, read);
  const first = quote.firstChild?.nextSibling;
  if (!mark || !first) return undefined;
  const { from, to } = quote;
  const end = from + read(from, to).split('\n', 1).join('').length;
  const title = mark.titleTo > mark.titleFrom ? blocks.inlines(first, from + mark.titleFrom, end) : [];
  const rest = end < first.to ? blocks.inlines(first, end + 1, first.to) : [];
  const children = blocks.inside(quote).slice(1);
  if (rest.length > 0)
    children.unshift({ type: 'paragraph', children: rest, from: Math.min(end + 1, first.to), to: first.to });
  return { type: 'callout', mark, title, children, from, to };
}
