/**
 * Resolves the caller: the API key names the application, the bearer token the person. Supabase's gateway does the
 * same in front of its services. Each protocol renders the problems in its own error format. A cookie authorises
 * nothing, so a request from another site (CSRF) cannot act as somebody. A secret key in a browser is refused.
 */
import type { ApiRole, Caller } from '../../database/database.ts';
import { isUuid } from '../uuid.ts';
import type { AccessTokenError, AccessTokens, Claims } from './access-token.ts';
import { noteAccount } from './account.ts';
import { isAbove, type LiveSession, type LiveSessions } from './live-sessions.ts';

export interface ApiKeys {
  readonly publishableKey: string;
  readonly secretKey: string;
}

export type CallerProblem =
  | { readonly kind: 'missing-api-key' }
  | { readonly kind: 'unknown-api-key' }
  | { readonly kind: 'secret-key-in-browser' }
  | { readonly kind: 'bad-token'; readonly error: AccessTokenError }
  /** The token is good for some more time, but its session has ended. */
  | { readonly kind: 'ended-session'; readonly claims: Claims }
  | { readonly kind: 'unknown-role'; readonly role: unknown };

/** Thrown by {@link createCallerResolver}'s resolver. */
export class CallerError extends Error {
  readonly problem: CallerProblem;

  constructor(problem: CallerProblem) {
    super(problem.kind);
    this.name = 'CallerError';
    this.problem = problem;
  }
}

const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };
const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };
// As Supabase Auth names all methods of a second step.
const SECOND_STEP = /^(totp$|mfa\/)/;
const ROLES: ReadonlySet<unknown> = new Set<ApiRole>(['anon', 'authenticated', 'service_role']);

/** @throws {CallerError} */
export type ResolveCaller = (request: Pick<Request, 'url' | 'headers'>) => Promise<Caller>;

export function createCallerResolver(
  keys: ApiKeys,
  tokens: AccessTokens,
  sessions: Pick<LiveSessions, 'find'>,
): ResolveCaller {
  // The same claims object gives the same caller, so what is kept per caller is kept per token.
  const callers = new WeakMap<Claims, Caller>();
  const lowered = new WeakMap<Caller, Caller>();

  return async (request) => {
    const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
    const bearer = bearerToken(request);
    // The clients send the key as bearer, too, when nobody is signed in; some send it only there.
    const keyAsBearer = keyCaller(keys, bearer);
    const byKey = keyCaller(keys, apiKey) ?? (apiKey === null ? keyAsBearer : undefined);
    if (!byKey) throw new CallerError({ kind: apiKey === null ? 'missing-api-key' : 'unknown-api-key' });
    if ((byKey === SERVICE || keyAsBearer === SERVICE) && isBrowser(request))
      throw new CallerError({ kind: 'secret-key-in-browser' });
    if (bearer === undefined || keyAsBearer) return keyAsBearer ?? byKey;
    const claims = await tokens.verify(bearer).catch((error: AccessTokenError) => {
      throw new CallerError({ kind: 'bad-token', error });
    });
    noteAccount(request, claims);
    let caller = callers.get(claims);
    if (!caller) {
      // As PostgREST has it.
      const { role = 'anon' } = claims;
      if (!ROLES.has(role)) throw new CallerError({ kind: 'unknown-role', role });
      caller = { role: role as ApiRole, claims };
      callers.set(claims, caller);
    }
    // A token without a session, as an operator may make for a script, is valid until its own expiry.
    if (claims.session_id === undefined) return caller;
    const found = findSession(claims, sessions);
    // Don't await a session that is already known, as most are.
    const session = found instanceof Promise ? await found : found;
    if (!session) throw new CallerError({ kind: 'ended-session', claims });
    if (!isAbove(claims.aal, session)) return caller;
    const less = lowered.get(caller) ?? { ...caller, claims: lower(claims, session) };
    lowered.set(caller, less);
    return less;
  };
}

function findSession({ session_id: id, aal }: Claims, sessions: Pick<LiveSessions, 'find'>) {
  return isUuid(id) ? sessions.find(id, aal) : undefined;
}

/** The token's claims, lowered to its session's level: the factor that raised it was removed. */
function lower(claims: Claims, { aal }: LiveSession): Claims {
  const amr = Array.isArray(claims.amr) ? claims.amr.filter(({ method }) => !SECOND_STEP.test(method)) : [];
  return { ...claims, aal, amr };
}

/** @returns the token of an `Authorization: Bearer` header (RFC 6750 section 2.1), which may be empty */
export function bearerToken(request: Pick<Request, 'headers'>): string | undefined {
  const header = request.headers.get('authorization') ?? '';
  return /^Bearer(?: +(\S+))?$/i.exec(header)?.map((part) => part ?? '')[1];
}

/**
 * Everybody can read a secret key in a browser, so it is refused and the mistake found before it is published.
 * The check is by headers that all browsers send; a client that forges them has the key already.
 */
function isBrowser({ headers }: Pick<Request, 'headers'>): boolean {
  return /^Mozilla\//.test(headers.get('user-agent') ?? '') || headers.has('sec-fetch-site');
}

function keyCaller(keys: ApiKeys, key: string | null | undefined): Caller | undefined {
  if (key === keys.publishableKey) return ANON;
  if (key === keys.secretKey) return SERVICE;
  return undefined;
}
