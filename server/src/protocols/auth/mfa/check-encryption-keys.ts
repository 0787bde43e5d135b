/**
 * Tells the operator at the start, and not somebody at their second step, that ENCRYPTION_KEY is not the one that
 * accounts' authenticator apps were added with: it was lost, or an old one was dropped too early.
 */
import type { Database } from '../../../database/database.ts';
import type { Encryption } from '../../../encryption/encryption.ts';
import type { Observe } from '../../../observe/observation.ts';
import { listSealedSamples } from '../store/factors.ts';
import { openSecret } from './factor-secret.ts';

/** Changes nothing: the right key may be given at the next start. */
export async function checkEncryptionKeys(
  database: Database,
  encryption: Encryption,
  observe: Observe,
): Promise<void> {
  const samples = await database.asOwner(listSealedSamples);
  const factors = samples
    .filter((sample) => !opens(encryption, sample))
    .reduce((sum, { alike }) => sum + alike, 0);
  if (factors > 0) observe({ kind: 'encryption-key-missing', setting: 'ENCRYPTION_KEY', factors });
}

function opens(encryption: Encryption, sealed: Parameters<typeof openSecret>[1]): boolean {
  try {
    openSecret(encryption, sealed);
    return true;
  } catch {
    return false;
  }
}
