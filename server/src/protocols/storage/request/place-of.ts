/** The bucket and the file that a request's path names. */
import type { Context } from 'hono';
import type { Place } from '../store/objects.ts';
import { requireBucketName, requireObjectName } from './names.ts';

/** @throws {StorageError} */
export function placeOf(context: Context): Place {
  return { bucket: bucketOf(context), name: requireObjectName(context.req.param('name') ?? '') };
}

/** @throws {StorageError} */
export function bucketOf(context: Context): string {
  return requireBucketName(context.req.param('bucket') ?? '');
}
