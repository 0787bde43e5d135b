/**
 * Whether bytes begin as a picture does. Browsers show what says that it is a picture, whichever kind it says, so the kind
 * is not compared.
 */
import { objectErrors } from '../errors.ts';

const CHECKED =
  /^image\/(png|jpe?g|pjpeg|gif|webp|avif|bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon|tiff|heic|heif|apng)$/;
export const HEAD_BYTES = 16;

// In hexadecimal.
const BEGINNINGS: readonly RegExp[] = [
  // PNG, JPEG, GIF, WebP, BMP, icons, TIFF.
  /^89504e470d0a1a0a/,
  /^ffd8ff/,
  /^474946383[79]61/,
  /^52494646.{8}57454250/,
  /^424d/,
  /^00000[12]00/,
  /^(49492a00|4d4d002a)/,
  // ISO base media ("ftyp") of the brands avif, avis, hei?, hev?, mif1 and msf1: AVIF and HEIF.
  /^.{8}66747970(61766966|61766973|686569..|686576..|6d696631|6d736631)/,
];

/**
 * Passes the bytes on.
 * @throws {StorageError} when the type says picture, and the bytes do not
 */
export async function* asDeclared(
  bytes: AsyncIterable<Uint8Array>,
  mimeType: string,
): AsyncGenerator<Uint8Array> {
  if (!mustBePicture(mimeType)) return yield* bytes;
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    requirePicture(head, mimeType);
    yield head;
    head = undefined;
  }
  if (!head) return;
  requirePicture(head, mimeType);
  yield head;
}

/** The type without its parameters, in lower case. */
export function essenceOf(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

export function mustBePicture(mimeType: string): boolean {
  return CHECKED.test(essenceOf(mimeType));
}

/**
 * @param head at least so many bytes, or the whole file
 * @throws {StorageError}
 */
export function requirePicture(head: Buffer, mimeType: string): void {
  const text = head.toString('hex', 0, HEAD_BYTES);
  if (!BEGINNINGS.some((beginning) => beginning.test(text))) throw objectErrors.noPicture(mimeType);
}
