/**
 * A file that stands alone in its paragraph, as HTML: a card, a picture or a player as in any other paragraph.
 * Files that a page does not show to everyone are words.
 */
import type { Printing } from '../../publish/printing.ts';
import type { FileBlock } from '../../tree/nodes.ts';

export function printFile(block: FileBlock, press: Printing): string {
  return press.paragraph({ ...block, type: 'paragraph' });
}
