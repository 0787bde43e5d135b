/** A list of the page’s headings in the tree: a paragraph that stands for it. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import { isTableOfContents } from './syntax.ts';

export interface TableOfContents extends Placed {
  readonly type: 'tableOfContents';
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly tableOfContents: TableOfContents;
  }
}

export const nodes: NodeMakers = {
  ofParagraph: ({ from, to }, source) =>
    isTableOfContents(source) ? { type: 'tableOfContents', from, to } : undefined,
};
