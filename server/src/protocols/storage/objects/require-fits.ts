/** A bucket's own limits hold for files from other buckets, too. */
import { objectErrors } from '../errors.ts';
import { requireAllowedType } from '../request/upload-head.ts';
import type { BucketRow } from '../store/buckets.ts';
import type { ObjectRow } from '../store/objects.ts';

/** @throws {StorageError} */
export function requireFits({ metadata }: Pick<ObjectRow, 'metadata'>, bucket: BucketRow): void {
  requireAllowedType(metadata?.mimetype ?? '', bucket.allowed_mime_types);
  if (bucket.file_size_limit && (metadata?.size ?? 0) > bucket.file_size_limit) throw objectErrors.tooLarge();
}
