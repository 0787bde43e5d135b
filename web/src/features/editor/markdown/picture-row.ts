/** Pictures side by side: two or three in one paragraph, with nothing but blanks between them. Other programs wrap them so. */
import type { SyntaxNode } from '@lezer/common';
import { captionOf } from '../../../../../markdown/src/kinds/image/picture-words.ts';

export interface Picture {
  readonly address: string;
  readonly alt: string;
  readonly caption: string;
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** @returns undefined for any other paragraph */
export function pictureRow(
  paragraph: SyntaxNode,
  read: (from: number, to: number) => string,
): readonly Picture[] | undefined {
  const images = paragraph.getChildren('Image');
  if (images.length < 2 || images.length > 3) return undefined;
  const ends = [...images.map(({ from }) => from), paragraph.to];
  const starts = [paragraph.from, ...images.map(({ to }) => to)];
  if (starts.some((start, index) => read(start, ends[index] ?? start).trim() !== '')) return undefined;
  const pictures = images.flatMap((image) => readPicture(image, read) ?? []);
  return pictures.length === images.length ? pictures : undefined;
}

function readPicture(image: SyntaxNode, read: (from: number, to: number) => string): Picture | undefined {
  const [open, close, , end] = image.getChildren('LinkMark');
  // A picture that a reference names stays where it is written.
  if (!open || !close || !end) return undefined;
  const url = image.getChild('URL');
  const words = image.getChild('LinkTitle');
  const address = url ? read(url.from, url.to).replace(/^<(.*)>$/, '$1') : '';
  const alt = read(open.to, close.from).replaceAll(ESCAPED, '$1');
  const title = words ? read(words.from + 1, words.to - 1).replaceAll(ESCAPED, '$1') : '';
  return { address, alt, caption: captionOf(alt, title) };
}
