/** POST /factors: begins to add a second factor. It counts only after its first code (verify.ts). */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { clientAddress } from '../../../http/caller/client-address.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { loadSubject, readSubject, type TokenSubject } from '../request/require-user.ts';
import { readAssurance } from '../store/assurance.ts';
import { deleteAbandonedFactors, insertFactor, listFactors } from '../store/factors.ts';
import { lockUser } from '../store/users.ts';
import type { SealedSecret } from './factor-secret.ts';
import type { FactorType } from './types/factor-type.ts';
import { typeToEnroll } from './types/factor-types.ts';

const MAX_FACTORS = 10;
const MAX_NAME = 255;

const bodySchema = z.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText });

export const enrollFactor: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const user = await auth.database.asOwner((transaction) => loadSubject(transaction, subject));
  const { friendly_name: name, factor_type, issuer } = await readBody(context, bodySchema);
  const type = typeToEnroll(factor_type);
  if (name.length > MAX_NAME)
    throw new AuthError('validation_failed', `friendly_name cannot be longer than ${MAX_NAME} characters`);
  const { sealed, shown } = type.makeSecret(auth, user, issuer);
  const address = clientAddress(context, auth.config.trustProxy);
  await auth.database.asOwner((transaction) =>
    enroll(transaction, subject, { type: type.name, name, sealed, address }),
  );
  return context.json({ id: sealed.id, type: type.name, friendly_name: name, [type.name]: shown });
};

interface Enrolment {
  readonly type: FactorType['name'];
  readonly name: string;
  readonly sealed: SealedSecret;
  readonly address: string;
}

async function enroll(
  transaction: Transaction,
  subject: TokenSubject,
  { type, name, sealed, address }: Enrolment,
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
  await insertFactor(transaction, { ...sealed, user_id: user.id, friendly_name: name, factor_type: type });
  const traits = { factor_id: sealed.id, factor_type: type };
  await recordAuthEvent(transaction, { actor: user, action: 'factor_in_progress', address, traits });
}
