/** Limits the metadata that is kept with an account. */
import { AuthError } from '../errors.ts';
import type { Metadata } from '../store/users.ts';

// Metadata is part of every access token, and Node accepts 16 KiB of headers: more would lock its owner out.
const MAX_BYTES = 6 * 1024;
const MAX_APP_BYTES = 2 * 1024;

/**
 * @returns the metadata with the changes: null removes an entry
 * @throws {AuthError} `validation_failed` when the result is too large for a token
 */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  return merge(current, changes, { name: 'User', maxBytes: MAX_BYTES });
}

/** The same for metadata that only an administrator may write. */
export function mergeAppMetadata(current: Metadata, changes: Metadata): Metadata {
  return merge(current, changes, { name: 'App', maxBytes: MAX_APP_BYTES });
}

function merge(
  current: Metadata,
  changes: Metadata,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Metadata {
  const entries = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  if (Buffer.byteLength(JSON.stringify(merged)) > maxBytes)
    throw new AuthError('validation_failed', `${name} metadata cannot be larger than ${maxBytes} bytes`);
  return merged;
}
