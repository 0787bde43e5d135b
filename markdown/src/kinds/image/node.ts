/** Pictures side by side: two or three in one paragraph, with nothing but blanks between them. */
import type { Image, Paragraph, Pictures } from '../../tree/nodes.ts';

/** @returns undefined for any other paragraph */
export function readPictures({ children, from, to }: Paragraph): Pictures | undefined {
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
