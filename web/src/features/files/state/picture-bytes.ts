/** Pictures as addresses that an element can show: from this device while they are on their way, else from the server. */
import { MissingFile, readBytes } from '../api/read-bytes.ts';
import { knownFile } from './known-files.ts';
import { uploadHere } from './person-uploads.ts';

/** The widths of the server's variants; each is made once. */
const WIDTHS = [320, 640, 960, 1280, 1920, 2560] as const;
// A picture out of sight is read again.
const MOST_KEPT = 80;

interface Kept {
  readonly url: string;
  users: number;
}

/** Somebody else's browser has not sent it yet. */
export class FileOnItsWay extends Error {
  override readonly name = 'FileOnItsWay';
}

/** The least recently used first. */
const kept = new Map<string, Kept>();

export interface ShownBytes {
  readonly url: string;
  readonly release: () => void;
}

/**
 * @param width in the screen's pixels; undefined for all there are
 * @throws {MissingFile | FileOnItsWay} or what the request fails with
 */
export async function pictureBytes(
  id: string,
  width: number | undefined,
  signal: AbortSignal,
): Promise<ShownBytes> {
  const upload = await uploadHere(id);
  if (upload) return use(id, upload.file.bytes);
  const file = await knownFile(id);
  if (!file) throw new MissingFile('There is no such file');
  if (!file.isUploaded) throw new FileOnItsWay('The file is on its way');
  const variant = variantWidth(width, file.width, file.type);
  const name = `${id} ${variant ?? ''}`;
  const known = kept.get(name);
  if (known) return use(name);
  const bytes = await readBytes(file.objectName, variant, signal);
  // A drawing says what it is, whatever the server calls it.
  return use(name, bytes.type.startsWith('image/') ? bytes : new Blob([bytes], { type: file.type }));
}

/** @returns undefined where the file itself is as good */
export function variantWidth(
  wanted: number | undefined,
  own: number | undefined,
  type: string,
): number | undefined {
  // Drawings have no pixels, and moving pictures would stand still.
  if (wanted === undefined || type === 'image/svg+xml' || type === 'image/gif') return undefined;
  const width = WIDTHS.find((one) => one >= wanted);
  return width === undefined || (own !== undefined && own <= width) ? undefined : width;
}

function use(name: string, bytes?: Blob): ShownBytes {
  const one = kept.get(name) ?? { url: bytes ? URL.createObjectURL(bytes) : '', users: 0 };
  kept.delete(name);
  kept.set(name, one);
  one.users++;
  let isUsed = true;
  const release = () => {
    if (!isUsed) return;
    isUsed = false;
    one.users--;
    tidy();
  };
  return { url: one.url, release };
}

/** A picture in view stays until it is gone. */
export function forgetPictures(): void {
  tidy(0);
}

function tidy(most = MOST_KEPT): void {
  for (const [name, { url, users }] of kept) {
    if (kept.size <= most) return;
    if (users > 0) continue;
    URL.revokeObjectURL(url);
    kept.delete(name);
  }
}
