/** The numbers of footnotes in the tree. One that says nothing anywhere is text. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

export interface FootnoteReference extends Placed {
  readonly type: 'footnoteReference';
  /** In upper case. */
  readonly identifier: string;
  /** Its number is no word. */
  readonly words: '';
}

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly footnoteReference: FootnoteReference;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    Footnote: ({ from, to }, { page }) => {
      const identifier = page.read(from + 2, to - 1).toUpperCase();
      return page.footnotes.has(identifier)
        ? [{ type: 'footnoteReference', identifier, words: '', from, to }]
        : undefined;
    },
  },
};
