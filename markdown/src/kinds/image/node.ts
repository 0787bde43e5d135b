/** Pictures side by side: two or three in one paragraph, with nothing but blanks between them. */
import { type Paragraph, type Placed, wordsOf } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import { makeBracketed } from '../link/node.ts';

export interface Image extends Placed {
  readonly type: 'image';
  readonly url: string;
  readonly title: string;
  /** In place of the picture. */
  readonly words: string;
}

/** Two or three side by side. */
export interface Pictures extends Placed {
  readonly type: 'pictures';
  readonly children: readonly Image[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly pictures: Pictures;
  }
  interface InlineNodes {
    readonly image: Image;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    Image: (node, inlines) =>
      makeBracketed(node, inlines, false, (target, children) => ({
        type: 'image',
        ...target,
        words: wordsOf(children),
        from: node.from,
        to: node.to,
      })),
  },
  ofParagraph: makePictures,
};

/** @returns undefined for any other paragraph */
function makePictures({ children, from, to }: Paragraph): Pictures | undefined {
  const images = children.filter((child): child is Image => child.type === 'image');
  if (images.length < 2 || images.length > 3) return undefined;
  const isBlank = children.every(
    (child) =>
      child.type === 'image' ||
      child.type === 'break' ||
      (child.type === 'text' && child.value.trim() === ''),
  );
  return isBlank ? { type: 'pictures', children: images, from, to } : undefined;
}
