/** The words of a picture, and how wide it was made: `![A cat|320](…)`. */
export interface PictureWords {
  readonly alt: string;
  readonly width: number | undefined;
}

export const NARROWEST = 64;
export const WIDEST = 4000;

export function readPictureWords(words: string): PictureWords {
  const [, alt = '', digits] = /^(.*?)\|\s*(\d{1,5})\s*$/s.exec(words) ?? [];
  if (digits === undefined) return { alt: words, width: undefined };
  const width = Number(digits);
  return width >= NARROWEST && width <= WIDEST ? { alt, width } : { alt, width: undefined };
}

/** A width that is wished for is no part of the words. */
export function captionOf(alt: string, title: string): string {
  return title || readPictureWords(alt).alt;
}
