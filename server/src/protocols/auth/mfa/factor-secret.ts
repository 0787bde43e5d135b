/**
 * A factor's secret as it is kept: encrypted, and of no use in another factor's row. To change ENCRYPTION_KEY, put
 * the new key in front with a comma: old ones still decrypt, and the next accepted code moves the secret to the
 * first.
 */
import { randomUUID } from 'node:crypto';
import type { Encryption } from '../../../encryption/encryption.ts';
import { AuthError } from '../errors.ts';
import type { Factor } from '../store/factors.ts';

export interface SealedSecret {
  readonly id: string;
  readonly secret: string;
}

/** @returns the encrypted secret with the id of the only factor that it is good for */
export function sealNewSecret(encryption: Encryption, secret: string): SealedSecret {
  const id = randomUUID();
  return { id, secret: encryption.encrypt(secret, contextOf(id)) };
}

/**
 * @returns the secret, and its new ciphertext when the key has changed since it was encrypted
 * @throws {AuthError} `mfa_totp_verify_not_enabled` when the key is not among the operator's: only they can help
 */
export function openSecret(
  encryption: Encryption,
  factor: Pick<Factor, 'id' | 'secret'>,
): { readonly secret: string; readonly resealed: string | undefined } {
  const context = contextOf(factor.id);
  const { text, outdated } = decrypt(encryption, factor.secret ?? '', context);
  return { secret: text, resealed: outdated ? encryption.encrypt(text, context) : undefined };
}

function decrypt(encryption: Encryption, ciphertext: string, context: string) {
  try {
    return encryption.decrypt(ciphertext, context);
  } catch (cause) {
    // Not one of the statuses of a passing failure: clients would have people try again.
    throw new AuthError(
      'mfa_totp_verify_not_enabled',
      'This server cannot check codes of this authenticator app any more. Please tell whoever runs it.',
      { cause },
    );
  }
}

function contextOf(factorId: string): string {
  return `auth.mfa_factors/${factorId}`;
}
