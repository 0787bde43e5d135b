import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryption } from '../../../encryption/encryption.ts';
import type { Factor } from '../store/factors.ts';
import { openSecret, sealNewSecret } from './factor-secret.ts';

const newKey = () => randomBytes(32).toString('base64');

function factorOf({ id, secret }: { readonly id: string; readonly secret: string }): Factor {
  const [created_at, updated_at] = [new Date(), new Date()];
  return {
    id,
    secret,
    created_at,
    updated_at,
    user_id: id,
    friendly_name: null,
    factor_type: 'totp',
    status: 'verified',
    phone: null,
    last_challenged_at: null,
  };
}

test('a secret opens in its own row only', () => {
  const encryption = createEncryption([newKey()]);
  const sealed = sealNewSecret(encryption, 'JBSWY3DPEHPK3PXP');
  expect(openSecret(encryption, factorOf(sealed))).toEqual({
    secret: 'JBSWY3DPEHPK3PXP',
    resealed: undefined,
  });
  const elsewhere = { ...sealed, id: crypto.randomUUID() };
  expect(() => openSecret(encryption, factorOf(elsewhere))).toThrow();
});

test('a secret moves over to a new key', () => {
  const [older, newer] = [newKey(), newKey()];
  const sealed = sealNewSecret(createEncryption([older]), 'JBSWY3DPEHPK3PXP');
  const { secret, resealed = '' } = openSecret(createEncryption([newer, older]), factorOf(sealed));
  expect(secret).toBe('JBSWY3DPEHPK3PXP');
  const moved = factorOf({ ...sealed, secret: resealed });
  expect(openSecret(createEncryption([newer]), moved)).toEqual({ secret, resealed: undefined });
});
