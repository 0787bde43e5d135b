/** Authenticator apps. */
import { AuthError } from '../../../errors.ts';
import { updateFactor, useTotpStep } from '../../../store/factors.ts';
import { openSecret, sealNewSecret } from '../../factor-secret.ts';
import type { FactorType } from '../factor-type.ts';
import { qrCodeSvg } from './qr-code.ts';
import { findTotpStep, generateTotpKey } from './totp.ts';

// Percent-encoded and twice in the address, it still has to fit into a QR code.
const MAX_ISSUER = 100;

export const totpFactor: FactorType = {
  name: 'totp',
  method: 'totp',

  makeSecret(auth, user, issuer) {
    if (issuer.length > MAX_ISSUER)
      throw new AuthError('validation_failed', `issuer cannot be longer than ${MAX_ISSUER} characters`);
    const key = generateTotpKey(issuer || new URL(auth.config.siteUrl).host, user.email ?? user.id);
    return {
      sealed: sealNewSecret(auth.encryption, key.secret),
      shown: { qr_code: qrCodeSvg(key.uri), secret: key.secret, uri: key.uri },
    };
  },

  async useCode(auth, transaction, factor, code) {
    const { secret, resealed } = openSecret(auth.encryption, factor);
    const step = findTotpStep(secret, code);
    if (step === undefined || !(await useTotpStep(transaction, factor.id, step)))
      throw new AuthError('mfa_verification_failed', 'Invalid TOTP code entered');
    if (resealed !== undefined) await updateFactor(transaction, factor.id, { secret: resealed });
  },
};
