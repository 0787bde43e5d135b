/**
 * An item may begin with one empty line. The library took the next empty one for a second, whatever stood between, as long as
 * that was not over: the rest of the item fell out of it.
 */
import type { BlockContext, MarkdownConfig } from '@lezer/markdown';

/** An item: its types leave out what the library keeps of it. */
interface Around {
  readonly block: { blankFirstLine: boolean };
}

export const filledItems: MarkdownConfig = {
  parseBlock: [
    {
      name: 'FilledItem',
      before: 'FencedCode',
      parse: (cx, line) => {
        if (line.next !== -1) (cx as BlockContext & Around).block.blankFirstLine = false;
        return false;
      },
    },
  ],
};
