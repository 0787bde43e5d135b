/**
 * Limits how often codes of an authenticator app are tried. Knowing the password is enough, so strangers have a
 * bucket of their own. Another one is for places where the second step was passed lately, for sessions that
 * have passed it, and for those that were begun from the mailbox: a stranger with the password has none of
 * these, and cannot empty it.
 */
import { clientNetwork } from '../../../http/caller/client-address.ts';
import type { AuthServices } from '../auth-services.ts';
import { allow } from '../limits/rate-limit.ts';
import type { TokenSubject } from '../request/require-user.ts';
import { readAssurance } from '../store/assurance.ts';
import { listPassedAddresses } from '../store/challenges.ts';
import { listAmrClaims } from '../store/sessions.ts';

const LIMITS = {
  challenge: { strange: 'mfa_challenge', known: 'mfa_challenge_known' },
  verify: { strange: 'mfa', known: 'mfa_known' },
} as const;

/** @throws {import('../errors.ts').AuthError} `over_request_rate_limit` */
export async function allowCode(
  auth: Pick<AuthServices, 'database' | 'config' | 'refusals'>,
  step: keyof typeof LIMITS,
  { subject, address }: { readonly subject: TokenSubject; readonly address: string },
): Promise<void> {
  const known = await isKnown(auth, subject, address);
  const limit = LIMITS[step][known ? 'known' : 'strange'];
  await allow(auth, { limit, address, account: subject.userId });
}

async function isKnown(
  { database }: Pick<AuthServices, 'database'>,
  subject: TokenSubject,
  address: string,
): Promise<boolean> {
  const [assurance, amr, passed] = await database.asOwner((transaction) =>
    Promise.all([
      readAssurance(transaction, subject.sessionId),
      listAmrClaims(transaction, subject.sessionId),
      listPassedAddresses(transaction, subject.userId),
    ]),
  );
  if (assurance === 'aal2' || amr.some(({ method }) => method !== 'password')) return true;
  return address !== '' && passed.some((other) => clientNetwork(other) === clientNetwork(address));
}
