/**
 * How much work a variant is, before anything of the picture is unpacked: milliseconds of one processor, as measured for a million
 * pixels that are read and written (docs/storage.md has what comes of it). Only their proportions matter.
 */
import type { Format } from './render-job.ts';

const TO_READ: Readonly<Record<string, number>> = { jpeg: 10, png: 20, webp: 25, gif: 25, heif: 110 };
const TO_WRITE: Readonly<Record<Format, number>> = { jpeg: 20, png: 100, webp: 150, gif: 200, avif: 1000 };

/** An AVIF of 2,500 by 2,500 pixels from the largest picture, or a WebP as large as the largest picture itself. */
export const MOST_EFFORT = 8000;

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** @param frames that are kept */
export function effortOf(
  kind: string,
  read: Pixels,
  format: Format,
  written: Pixels,
  frames: number,
): number {
  const cost =
    (TO_READ[kind] ?? TO_READ.heif ?? 0) * megapixels(read) + TO_WRITE[format] * megapixels(written);
  return Math.ceil(cost * frames);
}

function megapixels({ width, height }: Pixels): number {
  return (width * height) / 1e6;
}
