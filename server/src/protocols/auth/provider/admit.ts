/** Which account somebody gets who signed in at the provider. */
import type { Transaction } from '../../../database/database.ts';
import { insertSignUp } from '../account/insert-account.ts';
import { AuthError } from '../errors.ts';
import { confirmEmail } from '../links/confirm-email.ts';
import { readEmail } from '../request/email-address.ts';
import { findIdentityOwner, putProviderIdentity } from '../store/identities.ts';
import { isBanned, lockUser, lockUserByEmail, type User, updateUserRow } from '../store/users.ts';
import { OIDC, type OidcProvider, type ProviderAccount } from './oidc-provider.ts';

interface Rules {
  readonly oidc: Pick<OidcProvider, 'name' | 'domains'>;
  /** Whether an address may make an account (account/require-sign-up.ts). */
  readonly maySignUp: (email: string) => Promise<boolean>;
}

interface Admitted {
  readonly user: User;
  readonly isNew: boolean;
}

/**
 * The account that this person of the provider has signed in to before, whatever its address is by now; else the one with the
 * same address, which the provider must have verified; else a new one, where the rules allow it.
 * @throws {AuthError} `user_banned`, `provider_email_needs_verification`, `signup_disabled`
 */
export async function admit(
  transaction: Transaction,
  account: ProviderAccount,
  rules: Rules,
): Promise<Admitted> {
  const known = await findIdentityOwner(transaction, { provider: OIDC, subject: account.subject });
  const returning = known && (await lockUser(transaction, known));
  if (returning) return { user: await link(transaction, returning, account), isNew: false };
  const { name } = rules.oidc;
  if (account.email === undefined || !account.isVerified)
    throw new AuthError(
      'provider_email_needs_verification',
      `${name} has not verified your email address. Verify it there, then sign in again.`,
    );
  const email = readEmail(account.email);
  const sameAddress = await lockUserByEmail(transaction, email);
  if (sameAddress) {
    refuseBanned(sameAddress);
    // A stranger may have signed up with this address and a password of theirs, and never proved that it is theirs.
    const user =
      sameAddress.email_confirmed_at === null
        ? await confirmEmail(transaction, sameAddress, { keepPassword: false })
        : sameAddress;
    return { user: await link(transaction, user, account), isNew: false };
  }
  if (!(await isWelcome(email, rules)))
    throw new AuthError(
      'signup_disabled',
      `Your address may not make an account here. Ask whoever runs this server.`,
    );
  const metadata = account.name === undefined ? {} : { full_name: account.name };
  const made = await insertSignUp(transaction, { email, passwordHash: null, metadata });
  // Another request has just made it.
  const user = made ?? (await lockUserByEmail(transaction, email));
  if (!user) throw new AuthError('unexpected_failure', 'Database error saving new user');
  const confirmed = await confirmEmail(transaction, user, { keepPassword: made !== undefined });
  return { user: await link(transaction, confirmed, account), isNew: made !== undefined };
}

async function isWelcome(email: string, { oidc, maySignUp }: Rules): Promise<boolean> {
  if (!oidc.domains) return maySignUp(email);
  return oidc.domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

function refuseBanned(user: User): void {
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');
}

async function link(transaction: Transaction, user: User, account: ProviderAccount): Promise<User> {
  refuseBanned(user);
  const { subject, email, isVerified, name } = account;
  const claims = { sub: subject, email, email_verified: isVerified, full_name: name, phone_verified: false };
  await putProviderIdentity(transaction, { userId: user.id, provider: OIDC, subject, claims });
  const providers = new Set([...((user.raw_app_meta_data.providers as readonly string[]) ?? []), OIDC]);
  return updateUserRow(transaction, user.id, {
    raw_app_meta_data: { ...user.raw_app_meta_data, providers: [...providers] },
  });
}
