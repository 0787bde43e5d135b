/** Words with a format that CommonMark and GitHub know. */
import type { Inline, Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

export interface Marked<Type extends string> extends Placed {
  readonly type: Type;
  readonly children: readonly Inline[];
}

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly emphasis: Marked<'emphasis'>;
    readonly strong: Marked<'strong'>;
    readonly delete: Marked<'delete'>;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    Emphasis: (node, inlines) => [
      { type: 'emphasis', children: inlines.inside(node), from: node.from, to: node.to },
    ],
    StrongEmphasis: (node, inlines) => [
      { type: 'strong', children: inlines.inside(node), from: node.from, to: node.to },
    ],
    Strikethrough: (node, inlines) => [
      { type: 'delete', children: inlines.inside(node), from: node.from, to: node.to },
    ],
  },
};
