/** Which account somebody gets who signed in at the provider. */
import type { Transaction } from '../../../database/database.ts';
import { insertSignUp } from '../account/insert-account.ts';
import { claimAccount, wasUsed } from '../claim/claim-account.ts';
import { AuthError } from '../errors.ts';
import { confirmEmail } from '../links/confirm-email.ts';
import { requireVerifiedAddress } from '../oidc/claims.ts';
import { OIDC, type OidcProvider, type ProviderAccount } from '../oidc/oidc-provider.ts';
import {
  findIdentityOwner,
  isAddressProven,
  noteEmailIdentity,
  putProviderIdentity,
  wasLinkedUnproven,
} from '../store/identities.ts';
import { isBanned, lockUser, lockUserByEmail, type User, updateUserRow } from '../store/users.ts';

interface Rules {
  readonly oidc: Pick<OidcProvider, 'name' | 'domains'>;
  /** Whether an address may make an account (account/require-sign-up.ts). */
  readonly maySignUp: (email: string) => Promise<boolean>;
}

export interface Admitted {
  readonly user: User;
  readonly isNew: boolean;
  /** Somebody who never proved the address had used the account, and is out of it now. */
  readonly isClaimed: boolean;
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
  if (returning) return letReturn(transaction, returning, account);
  const email = requireVerifiedAddress(account, rules.oidc.name);
  const sameAddress = await lockUserByEmail(transaction, email);
  if (sameAddress) return letIn(transaction, sameAddress, account);
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
  return { ...(await letIn(transaction, user, account)), isNew: made !== undefined };
}

async function letReturn(transaction: Transaction, user: User, account: ProviderAccount): Promise<Admitted> {
  const { address } = account;
  // Linked by an earlier version, which let strangers stay.
  const strangersMayBeIn =
    address.kind === 'verified' &&
    address.email === user.email &&
    (await wasLinkedUnproven(transaction, { userId: user.id, provider: OIDC, subject: account.subject }));
  if (strangersMayBeIn) return letIn(transaction, user, account);
  return { user: await link(transaction, user, account), isNew: false, isClaimed: false };
}

/** @param user locked, with the address that the provider has verified */
async function letIn(transaction: Transaction, user: User, account: ProviderAccount): Promise<Admitted> {
  refuseBanned(user);
  if (await isAddressProven(transaction, user))
    return { user: await link(transaction, user, account), isNew: false, isClaimed: false };
  const emptied = await claimAccount(transaction, user);
  const confirmed = emptied.email_confirmed_at === null ? await confirmEmail(transaction, emptied) : emptied;
  await noteEmailIdentity(transaction, user.id, { email: user.email ?? '', isProven: true });
  return { user: await link(transaction, confirmed, account), isNew: false, isClaimed: wasUsed(user) };
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
  const { subject, name, address } = account;
  await putProviderIdentity(transaction, {
    userId: user.id,
    provider: OIDC,
    subject,
    claims: {
      sub: subject,
      email: address.email,
      email_verified: address.kind === 'verified',
      full_name: name,
      phone_verified: false,
    },
  });
  const providers = new Set([...((user.raw_app_meta_data.providers as readonly string[]) ?? []), OIDC]);
  return updateUserRow(transaction, user.id, {
    raw_app_meta_data: { ...user.raw_app_meta_data, providers: [...providers] },
  });
}
