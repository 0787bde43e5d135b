/** Secrets that a client carries and the database only recognises: 256 random bits, stored as their SHA-256. */
import { createHash, randomBytes } from 'node:crypto';

/** @returns 43 characters that need no escaping in a URL */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough: there is nothing to guess in 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
