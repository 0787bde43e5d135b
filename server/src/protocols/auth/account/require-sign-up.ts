/**
 * Who may make an account by themselves. Invited by an operator, anybody may have one. `AUTH_SIGNUP`, or the
 * operator's page while the server runs, says whether that is anybody, people of certain domains, people with an
 * invitation, or nobody.
 */
import type { Transaction } from '../../../database/database.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';

type Needs = Pick<AuthServices, 'config' | 'runTime'>;

/** @param email as accounts have it: in lower case, with one at sign, its domain in ASCII */
export async function maySignUp(needs: Needs, transaction: Transaction, email: string): Promise<boolean> {
  if (!isProvable(needs, email)) return false;
  const rule = needs.runTime.values.signup;
  switch (rule.kind) {
    case 'open':
      return true;
    case 'closed':
      return false;
    case 'domains':
      return rule.domains.includes(email.slice(email.lastIndexOf('@') + 1));
    case 'invited':
      return isInvited(transaction, email);
  }
}

/** @throws {AuthError} `signup_disabled` */
export async function requireSignUp(
  needs: Needs & Pick<AuthServices, 'database'>,
  email: string,
): Promise<void> {
  requireProvableAddress(needs, email);
  const may = await needs.database.asOwner((transaction) => maySignUp(needs, transaction, email));
  if (!may) throw signupDisabled();
}

/**
 * An operator's address is a right. If nobody has to confirm an address, only the secret key makes the operator's
 * account (`trellis user invite`): otherwise the first to type the address would have it.
 * @throws {AuthError} `signup_disabled`
 */
export function requireProvableAddress(needs: Pick<Needs, 'config'>, email: string): void {
  if (!isProvable(needs, email))
    throw new AuthError(
      'signup_disabled',
      'This address is an operator\'s: "trellis user invite" makes its account',
    );
}

function isProvable({ config }: Pick<Needs, 'config'>, email: string): boolean {
  return config.auth.emailConfirmation || !config.operators.includes(email);
}

export function signupDisabled(): AuthError {
  return new AuthError('signup_disabled', 'Signups not allowed for this instance');
}

/** The product knows who is invited to what. */
async function isInvited(transaction: Transaction, email: string): Promise<boolean> {
  const { rows } = await transaction.query<{ invited: boolean }>({
    text: 'select public.has_open_invitation($1) as invited',
    values: [email],
  });
  return rows[0]?.invited ?? false;
}
