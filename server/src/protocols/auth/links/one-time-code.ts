/**
 * The six digits in a mail, for a reader on another device. They are far weaker than a link's 256 bits, so they
 * work for an hour, forgive five wrong guesses, and are stored as a keyed hash only.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthServices } from '../auth-services.ts';
import { countCodeAttempt, type OneTimeTokenType } from '../store/one-time-tokens.ts';

export const CODE_LIFETIME_S = 3600;
const MAX_ATTEMPTS = 5;
const FORM = /^\d{6}$/;

export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

export function isCode(text: string): boolean {
  return FORM.test(text);
}

/** @param tokenHash the token in the same mail: two codes with the same digits do not look the same */
export function hashCode(
  { encryption }: Pick<AuthServices, 'encryption'>,
  code: string,
  tokenHash: string,
): string {
  return encryption.fingerprint(code, `one-time code ${tokenHash}`);
}

/**
 * Tries a code, in a transaction of its own: a wrong guess stays counted.
 * @param address where the code was sent
 * @returns the hash of the token that was mailed with it, for redeeming
 */
export async function tryCode(
  auth: Pick<AuthServices, 'database' | 'encryption'>,
  code: string,
  sent: { readonly address: string; readonly types: readonly OneTimeTokenType[] },
): Promise<string | undefined> {
  const candidates = await auth.database.asOwner((transaction) =>
    countCodeAttempt(transaction, { ...sent, most: MAX_ATTEMPTS }),
  );
  return candidates.find(({ token_hash, code_hash }) => isEqual(code_hash, hashCode(auth, code, token_hash)))
    ?.token_hash;
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
