/**
 * Addresses of a host without a dot, such as `http://localhost:3000/a`, for the Markdown parser: they are links by themselves as on
 * GitHub. The library's parser knows those with a dot.
 */
import type { MarkdownConfig } from '@lezer/markdown';

// Marks of a sentence behind it are no part of it, and no bracket is.
const ADDRESS =
  /(?<!\w)https?:\/\/[a-z\d-]+(?::\d+)?(?![\w.-]*\w)(?:\/(?:[^\s<[\]]*[^\s<[\]?!.,:*_~'")])?)?/iy;
const H = 104;

export const syntax: MarkdownConfig = {
  parseInline: [
    {
      name: 'LocalAddress',
      parse: (cx, next, pos) => {
        if ((next | 32) !== H) return -1;
        ADDRESS.lastIndex = pos - cx.offset;
        const [found] = ADDRESS.exec(cx.text) ?? [];
        return found === undefined ? -1 : cx.addElement(cx.elt('URL', pos, pos + found.length));
      },
    },
  ],
};
