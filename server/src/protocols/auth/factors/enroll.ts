/** POST /factors: begins to add a second factor. It counts only after its first code (factors/verify.ts). */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { type SealedSecret, sealNewSecret } from '../mfa/factor-secret.ts';
import { qrCodeSvg } from '../mfa/qr-code.ts';
import { generateTotpKey } from '../mfa/totp.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { loadSubject, readSubject, type TokenSubject } from '../request/require-user.ts';
import { readAssurance } from '../store/assurance.ts';
import { deleteAbandonedFactors, insertFactor, listFactors } from '../store/factors.ts';
import { lockUser } from '../store/users.ts';

const MAX_FACTORS = 10;
const MAX_NAME = 255;
// Percent-encoded and twice in the address, it still has to fit into a QR code.
const MAX_ISSUER = 100;

const bodySchema = z.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText });

export const enrollFactor: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const user = await auth.database.asOwner((transaction) => loadSubject(transaction, subject));
  const { friendly_name: name, factor_type: type, issuer } = await readBody(context, bodySchema);
  requireTotp(type);
  if (name.length > MAX_NAME) throw tooLong('friendly_name', MAX_NAME);
  if (issuer.length > MAX_ISSUER) throw tooLong('issuer', MAX_ISSUER);
  const key = generateTotpKey(issuer || new URL(auth.config.siteUrl).host, user.email ?? user.id);
  const sealed = sealNewSecret(auth.encryption, key.secret);
  await auth.database.asOwner((transaction) =>
    enroll(transaction, subject, { name, sealed, address: clientAddress(context, auth.config.trustProxy) }),
  );
  const totp = { qr_code: qrCodeSvg(key.uri), secret: key.secret, uri: key.uri };
  return context.json({ id: sealed.id, type, friendly_name: name, totp });
};

function requireTotp(type: string): void {
  switch (type) {
    case 'totp':
      return;
    case 'phone':
      throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    case 'webauthn':
      throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    default:
      throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
}

function tooLong(field: string, max: number): AuthError {
  return new AuthError('validation_failed', `${field} cannot be longer than ${max} characters`);
}

async function enroll(
  transaction: Transaction,
  subject: TokenSubject,
  {
    name,
    sealed,
    address,
  }: { readonly name: string; readonly sealed: SealedSecret; readonly address: string },
): Promise<void> {
  await lockUser(transaction, subject.userId);
  const user = await loadSubject(transaction, subject);
  // Supabase Auth keeps an unfinished factor for five minutes and refuses its name meanwhile: a person who
  // closes the dialog and opens it again would have to wait.
  await deleteAbandonedFactors(transaction, user.id, name);
  const factors = await listFactors(transaction, user.id);
  if (factors.some((factor) => (factor.friendly_name ?? '') === name))
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  if (factors.length >= MAX_FACTORS)
    throw new AuthError(
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  const isProtected = factors.some(({ status }) => status === 'verified');
  if (isProtected && (await readAssurance(transaction, subject.sessionId)) !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
  await insertFactor(transaction, { ...sealed, user_id: user.id, friendly_name: name, factor_type: 'totp' });
  const traits = { factor_id: sealed.id, factor_type: 'totp' };
  await recordAuthEvent(transaction, { actor: user, action: 'factor_in_progress', address, traits });
}
