/**
 * Names of buckets and files. Upstream takes those characters that every S3 store takes. A segment of dots is refused
 * here, because browsers and proxies take it out of an address. Names never become paths on the disk.
 */
import { bucketErrors, objectErrors } from '../errors.ts';

const BUCKET_NAME = /^[\w!.*'() &$=@;:+,?-]{1,100}$/;
const OBJECT_NAME = /^[\w/!.*'() &$=@;:+,?-]{1,1024}$/;
const DOTS = /(^|\/)\.{1,2}(\/|$)/;

/** @throws {StorageError} */
export function requireBucketName(name: string): string {
  if (!BUCKET_NAME.test(name) || name.trim() !== name) throw bucketErrors.badName();
  return name;
}

/** @throws {StorageError} */
export function requireObjectName(name: string): string {
  if (!OBJECT_NAME.test(name) || DOTS.test(name)) throw objectErrors.badName(name);
  return name;
}
