/**
 * A file that stands alone in its paragraph, as HTML: a card, a picture or a player as in any other paragraph.
 * Files that a page does not show to everyone are words.
 */
import type { Printers } from '../../publish/printing.ts';
import { printParagraph } from '../paragraph/publish.ts';

/** It is a card, a picture or a player as in any other paragraph: files that a page does not show to everyone are words. */
export const publish: Pick<Printers, 'file'> = {
  file: {
    print: (block, press) => printParagraph({ ...block, type: 'paragraph' }, press),
    directedBy: ({ children }) => [children],
  },
};
