/** `==text==` for the Markdown parser: text that is marked as with a felt pen. Written as strikethrough is, with other signs. */
import { tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';

const EQUALS = 61;
const SPACE = /\s|^$/;
const PUNCTUATION = /[\p{S}\p{P}]/u;
const DELIMITER = { resolve: 'Highlight', mark: 'HighlightMark' };

export const syntax: MarkdownConfig = {
  defineNodes: [{ name: 'Highlight' }, { name: 'HighlightMark', style: tags.processingInstruction }],
  parseInline: [
    {
      name: 'Highlight',
      after: 'Emphasis',
      parse: (cx, next, pos) => {
        if (next !== EQUALS || cx.char(pos + 1) !== EQUALS || cx.char(pos + 2) === EQUALS) return -1;
        const before = cx.slice(pos - 1, pos);
        const after = cx.slice(pos + 2, pos + 3);
        // `===` underlines, compares and separates.
        if (before === '=') return -1;
        const [isSpaceBefore, isSpaceAfter] = [SPACE.test(before), SPACE.test(after)];
        const [isMarkBefore, isMarkAfter] = [PUNCTUATION.test(before), PUNCTUATION.test(after)];
        return cx.addDelimiter(
          DELIMITER,
          pos,
          pos + 2,
          !isSpaceAfter && (!isMarkAfter || isSpaceBefore || isMarkBefore),
          !isSpaceBefore && (!isMarkBefore || isSpaceAfter || isMarkAfter),
        );
      },
    },
  ],
};
