/** A file that stands alone in its paragraph, in the reading view. */
import { type Content, element } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import type { FileBlock } from './node.ts';

export const read: Pick<Readers, 'file'> = { file: readFile };

function readFile(block: FileBlock, making: Making): Content[] {
  const { address, words, as } = block.file;
  if (!making.isFile(address)) return making.block({ ...block, type: 'paragraph' });
  return [element('figure', { 'data-file': address, 'data-words': words, 'data-as': as }, [], block)];
}
