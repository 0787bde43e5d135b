/** Signs an account in: a new session with its first refresh token. */
import type { Transaction } from '../../../database/database.ts';
import { type Factor, listFactors } from '../store/factors.ts';
import { type Identity, listIdentities } from '../store/identities.ts';
import { insertRefreshToken } from '../store/refresh-tokens.ts';
import { randomToken } from '../store/secret-token.ts';
import type { Client } from '../store/sessions.ts';
import {
  type AmrClaim,
  addAmrClaim,
  insertSession,
  listAmrClaims,
  makeRoomForSession,
  type Session,
} from '../store/sessions.ts';
import { recordSignIn, type User } from '../store/users.ts';

/** How the holder proved who they are, as the `amr` claim names it. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'invite'
  | 'recovery'
  | 'email/signup'
  | 'email_change'
  | 'oauth';

/** The data from which tokens are made (respond/token-response.ts). */
export interface Grant {
  readonly user: User;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
  readonly session: Session;
  readonly amr: readonly AmrClaim[];
  readonly refreshToken: string;
}

export interface SignIn {
  readonly userId: string;
  readonly method: AuthenticationMethod;
  readonly client: Client;
}

export async function startSession(transaction: Transaction, signIn: SignIn): Promise<Grant> {
  const user = await recordSignIn(transaction, signIn.userId);
  await makeRoomForSession(transaction, signIn.userId);
  const session = await insertSession(transaction, {
    userId: signIn.userId,
    key: randomToken(),
    client: signIn.client,
  });
  const refreshToken = randomToken();
  await Promise.all([
    insertRefreshToken(transaction, session.id, refreshToken),
    addAmrClaim(transaction, session.id, signIn.method),
  ]);
  return { user, session, refreshToken, ...(await loadGrantDetails(transaction, session)) };
}

export async function loadGrantDetails(
  transaction: Transaction,
  session: Session,
): Promise<Pick<Grant, 'identities' | 'factors' | 'amr'>> {
  const [identities, factors, amr] = await Promise.all([
    listIdentities(transaction, session.user_id),
    listFactors(transaction, session.user_id),
    listAmrClaims(transaction, session.id),
  ]);
  return { identities, factors, amr };
}
