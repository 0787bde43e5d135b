/**
 * The person behind the bearer token: the account and the session must still exist, whatever the token says.
 */
import type { Caller, Transaction } from '../../../database/database.ts';
import { AccessTokenError, type AccessTokenProblem, type Claims } from '../../../http/caller/access-token.ts';
import { bearerToken, CallerError } from '../../../http/caller/caller.ts';
import { isUuid } from '../../../http/uuid.ts';
import type { Services } from '../../../services.ts';
import { AuthError } from '../errors.ts';
import { sessionExists } from '../store/sessions.ts';
import { findUserById, isBanned, type User } from '../store/users.ts';

const PROBLEMS: Record<AccessTokenProblem, string> = {
  malformed: 'token is malformed',
  expired: 'token has invalid claims: token is expired',
  forged: 'token signature is invalid',
  'not-yet-valid': 'token has invalid claims: token is not valid yet',
  'wrong-claims': 'token has invalid claims',
};

export interface TokenSubject {
  readonly userId: string;
  readonly sessionId: string;
}

/** @throws {AuthError} `no_authorization`, `bad_jwt` */
export async function readSubject(
  request: Request,
  auth: Pick<Services, 'resolveCaller'>,
): Promise<TokenSubject> {
  if (bearerToken(request) === undefined)
    throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
  const { claims } = await readCaller(request, auth);
  return subjectOf(claims as Claims);
}

/** @throws {AuthError} `bad_jwt` */
export function subjectOf({ sub, session_id: sessionId }: Claims): TokenSubject {
  if (!sub) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub))
    throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID', { status: 400 });
  // Supabase accepts a token without a session, which nothing could end; none is ever issued here.
  if (!isUuid(sessionId)) throw new AuthError('bad_jwt', 'invalid claim: session_id claim must be a UUID');
  return { userId: sub, sessionId };
}

/** @throws {AuthError} `user_not_found`, `session_not_found`, `user_banned` */
export async function loadSubject(transaction: Transaction, subject: TokenSubject): Promise<User> {
  const [user, hasSession] = await Promise.all([
    findUserById(transaction, subject.userId),
    sessionExists(transaction, subject),
  ]);
  if (!user) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
  if (!hasSession)
    throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');
  return user;
}

/** @throws {AuthError} `bad_jwt` */
export async function readCaller(request: Request, auth: Pick<Services, 'resolveCaller'>): Promise<Caller> {
  try {
    return await auth.resolveCaller(request);
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    const { problem } = error;
    if (problem.kind === 'bad-token') {
      const reason = problem.error instanceof AccessTokenError ? PROBLEMS[problem.error.problem] : '';
      throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
    }
    // Whether the account is gone, too, is for loadSubject to say.
    if (problem.kind === 'ended-session') return { role: 'authenticated', claims: problem.claims };
    if (problem.kind === 'unknown-role') throw new AuthError('bad_jwt', 'invalid claim: unknown role');
    throw error;
  }
}
