/** A file that stands alone in its paragraph, in the tree. */
import type { Inline, Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import { type FoundFile, fileIn } from './syntax.ts';

/** A link or a picture that stands alone, with an address that a file may have. */
export interface FileBlock extends Placed {
  readonly type: 'file';
  readonly file: FoundFile;
  /** The node that it is if the address is none of this app's. */
  readonly children: readonly Inline[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly file: FileBlock;
  }
}

export const nodes: NodeMakers = {
  ofParagraph: ({ children, from, to }, source) => {
    const file = fileIn(source);
    return file && { type: 'file', file, children, from, to };
  },
};
