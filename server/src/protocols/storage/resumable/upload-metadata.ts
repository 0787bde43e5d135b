/** The header Upload-Metadata: keys, each with a value in base64, parted by commas. */
import { resumableErrors } from '../errors.ts';
import { requireBucketName, requireObjectName } from '../request/names.ts';
import { parseMetadata, requireHeaderValues, type UploadHead } from '../request/upload-head.ts';
import type { Place } from '../store/objects.ts';

const PAIR = /^([\x21-\x2B\x2D-\x7E]+)(?: +([A-Za-z0-9+/]*={0,2}))?$/;
const SECONDS = /^\d{1,10}$/;

export interface ResumableHead extends UploadHead {
  readonly place: Place;
}

/** @throws {StorageError} */
export function readUploadMetadata(header: string): ResumableHead {
  const pairs = new Map<string, string>();
  for (const part of header.split(',')) {
    const [, key, value = ''] = PAIR.exec(part.trim()) ?? [];
    if (key === undefined) throw resumableErrors.badHeader('Upload-Metadata');
    pairs.set(key, Buffer.from(value, 'base64').toString());
  }
  const cacheControl = pairs.get('cacheControl') ?? '';
  const head = {
    place: {
      bucket: requireBucketName(pairs.get('bucketName') ?? ''),
      name: requireObjectName(pairs.get('objectName') ?? ''),
    },
    mimeType: pairs.get('contentType') || 'application/octet-stream',
    cacheControl: SECONDS.test(cacheControl) ? `max-age=${cacheControl}` : 'no-cache',
    userMetadata: parseMetadata(pairs.get('metadata')),
  };
  requireHeaderValues(head);
  return head;
}
