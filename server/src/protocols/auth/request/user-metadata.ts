/** What an account's holder may keep with the account. */
import { AuthError } from '../errors.ts';
import type { Metadata } from '../store/users.ts';

// It is part of every access token, and Node accepts 16 KiB of headers: more would lock its owner out.
const MAX_BYTES = 6 * 1024;

/**
 * @returns the metadata with the changes: null removes an entry
 * @throws {AuthError} `validation_failed` when the result is too large for a token
 */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const entries = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_BYTES)
    throw new AuthError('validation_failed', `User metadata cannot be larger than ${MAX_BYTES} bytes`);
  return merged;
}
