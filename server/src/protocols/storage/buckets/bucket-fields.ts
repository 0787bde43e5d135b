/** The properties of a bucket as requests have them. */
import { z } from 'zod';
import { bucketErrors, objectErrors } from '../errors.ts';
import type { BucketChange } from '../store/buckets.ts';

const SIZE = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i;
const BYTES: Readonly<Record<string, number>> = { gb: 1e9, mb: 1e6, kb: 1000, b: 1 };
const MIME_TYPE = /^([a-zA-Z0-9.+-]+\/([a-zA-Z0-9.+-]+|\*)(;\s*charset=[a-zA-Z0-9-]+)?|\*)$/;
const LONGEST_MIME_TYPE = 1000;

export const bucketFields = {
  public: z.boolean().optional(),
  file_size_limit: z.union([z.int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).nullish(),
};

const fields = z.object(bucketFields);

/**
 * @param largestFileBytes the server's own limit
 * @throws {StorageError}
 */
export function readBucketFields(given: z.output<typeof fields>, largestFileBytes: number): BucketChange {
  const types = given.allowed_mime_types?.filter((type) => type !== '') ?? given.allowed_mime_types;
  for (const type of types ?? []) {
    if (type.length > LONGEST_MIME_TYPE || !MIME_TYPE.test(type)) throw objectErrors.badMimeType(type);
  }
  const bytes = readSize(given.file_size_limit);
  if (typeof bytes === 'number' && bytes > largestFileBytes) throw objectErrors.tooLarge();
  return { isPublic: given.public, fileSizeLimit: bytes, allowedMimeTypes: types };
}

function readSize(given: number | string | null | undefined): number | null | undefined {
  if (typeof given !== 'string') return given;
  const [, number, unit] = SIZE.exec(given) ?? [];
  if (!number || !unit) throw bucketErrors.badSizeLimit();
  return Math.round(Number(number) * (BYTES[unit.toLowerCase()] ?? 1));
}
