/**
 * Puts files into pages: each is kept in this browser, named by the text at once, and uploaded in the background
 * (uploads/upload-queue.ts).
 */
import { randomUuid } from '../../lib/browser/random-uuid.ts';
import { whilePresent } from '../../lib/session/presence.ts';
import { cleanFileName, fileKind, fileMarkdown } from './file-address.ts';
import { mediaType } from './media-type.ts';
import { uploadsOf } from './state/person-uploads.ts';
import { pictureSize } from './state/picture-size.ts';

/** Uploads what a person puts into pages, and what is still on this device, until they leave. */
export function beginUploading(userId: string): void {
  uploadsOf(userId).start(whilePresent(userId));
}

export interface AddedFile {
  readonly id: string;
  /** The words about it for the page's text. */
  readonly markdown: string;
}

/** @returns once the file is kept: from then on it survives a reload */
export async function addFile(
  userId: string,
  pageId: string,
  bytes: Blob,
  fileName: string,
): Promise<AddedFile> {
  const id = randomUuid();
  const name = cleanFileName(fileName);
  const type = mediaType(bytes.type, name);
  const size = fileKind(name) === 'picture' ? await pictureSize(bytes) : undefined;
  beginUploading(userId);
  await uploadsOf(userId).queue.add({ id, pageId, name, type, bytes, addedAt: Date.now(), ...size });
  return { id, markdown: fileMarkdown({ id, name }) };
}
