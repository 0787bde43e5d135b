/**
 * Code right behind an escaped backtick, for the Markdown parser: the library reads the backtick that is a letter as a part of
 * the mark that begins the code.
 */
import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

const BACKTICK = 96;
const BACKSLASH = 92;

export const syntax: MarkdownConfig = {
  parseInline: [
    {
      name: 'CodeBehindEscape',
      before: 'InlineCode',
      parse: (cx, next, pos) => {
        if (next !== BACKTICK || !isEscaped(cx, pos - 1)) return -1;
        const size = sizeOfMark(cx, pos);
        for (let at = pos + size; at < cx.end; at++) {
          const found = sizeOfMark(cx, at);
          if (found === size)
            return cx.addElement(
              cx.elt('InlineCode', pos, at + size, [
                cx.elt('CodeMark', pos, pos + size),
                cx.elt('CodeMark', at, at + size),
              ]),
            );
          at += found;
        }
        return -1;
      },
    },
  ],
};

/** Whether a backtick stands here that is a letter. */
function isEscaped(cx: InlineContext, pos: number): boolean {
  if (cx.char(pos) !== BACKTICK) return false;
  let from = pos;
  while (cx.char(from - 1) === BACKSLASH) from--;
  return (pos - from) % 2 === 1;
}

/** How many backticks follow each other from here. */
function sizeOfMark(cx: InlineContext, from: number): number {
  let to = from;
  while (to < cx.end && cx.char(to) === BACKTICK) to++;
  return to - from;
}
