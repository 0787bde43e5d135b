/**
 * Names of blocks for the Markdown parser, as Obsidian writes them: `^name` after a space at the end of a block, or in a paragraph of its
 * own for the block above it, such as a table. A link says it after the page: `[[Page#^name]]`.
 *
 * - The editor dims it. Readers do not see it, and a public page has an anchor there.
 * - *Copy link to block* takes it in place of the block's first words, so such a link lasts.
 * - Letters of ASCII, digits and hyphens make a name. In a cell of a table it is text.
 */
import type { MarkdownConfig } from '@lezer/markdown';

const CARET = 94;
const NAME = /^(\^[a-z\d-]+)[ \t]*$/i;
const LONGEST = 100;

export const syntax: MarkdownConfig = {
  defineNodes: ['BlockName'],
  parseInline: [
    {
      name: 'BlockName',
      before: 'Escape',
      parse: (cx, next, pos) => {
        if (next !== CARET || cx.end - pos > LONGEST || (pos > cx.offset && !isSpace(cx.char(pos - 1))))
          return -1;
        const [, name] = NAME.exec(cx.slice(pos, cx.end)) ?? [];
        return name === undefined ? -1 : cx.addElement(cx.elt('BlockName', pos, pos + name.length));
      },
    },
  ],
};

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10;
}
