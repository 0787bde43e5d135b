/** A file of this app that stands alone in its paragraph. */
import { type FoundFile, linkAlone } from '../../../../../markdown/src/kinds/file/syntax.ts';
import { readFileAddress } from '../../files/file-address.ts';

// Without a window, as where a corpus is read, addresses have no origin before them.
const ORIGIN = globalThis.location?.origin;

/** @param paragraph its text */
export function fileBlock(paragraph: string): FoundFile | undefined {
  const file = linkAlone(paragraph);
  return file && isFileHere(file.address) ? file : undefined;
}

export function isFileHere(address: string): boolean {
  return readFileAddress(address, ORIGIN) !== undefined;
}
