import type { Printing } from '../../publish/printing.ts';
import type { FileBlock } from '../../tree/nodes.ts';

/** It is a card, a picture or a player as in any other paragraph: files that a page does not show to everyone are words. */
export function printFile(block: FileBlock, press: Printing): string {
  return press.paragraph({ ...block, type: 'paragraph' });
}
