/** Pictures as HTML: one in a text, or several side by side. */
import type { Printing } from '../../publish/printing.ts';
import type { Image, Pictures } from '../../tree/nodes.ts';

export function printImage({ url, alt }: Image, { surroundings, isInLink }: Printing): string {
  return surroundings.image(url, alt, isInLink);
}

/** The words below a picture are those of its link. */
export function printPictures({ children }: Pictures, { surroundings }: Printing): string {
  const pictures = children.map(({ url, title, alt }) => surroundings.image(url, title || alt, false));
  return `<div class="pictures">${pictures.join('')}</div>\n`;
}
