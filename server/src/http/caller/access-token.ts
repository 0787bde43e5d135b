/**
 * Access tokens: ES256 JWTs with a `kid`, signed and verified with the server's own keys. Verifying the same token
 * again costs a look-up, as clients send one token with hundreds of requests. The first of `AUTH_JWT_KEYS` signs
 * and all of them verify, so a new key in front rotates them; jwks.ts publishes the public halves.
 * Who has one made says how long it lasts (auth/respond/token-response.ts: an hour).
 */
import {
  createLocalJWKSet,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';

// A token that has expired is let in for as long as PostgREST does.
const EXPIRY_TOLERANCE_S = 30;
// The clock of the token's maker may be ahead by a few minutes.
const CLOCK_TOLERANCE_S = 300;
const CACHED_TOKENS = 1000;

export type AccessTokenProblem = 'malformed' | 'expired' | 'forged' | 'not-yet-valid' | 'wrong-claims';

export class AccessTokenError extends Error {
  readonly problem: AccessTokenProblem;

  constructor(problem: AccessTokenProblem, cause: unknown) {
    super(`The access token is ${problem}.`, { cause });
    this.name = 'AccessTokenError';
    this.problem = problem;
  }
}

export interface Claims extends JWTPayload {
  readonly role?: string;
}

export interface AccessTokens {
  /** The public halves of the keys, for `.well-known/jwks.json`. */
  readonly publicKeys: JSONWebKeySet;
  /** Signs the claims as they are; `exp` and `iat` are the caller's business. */
  sign(claims: Claims): Promise<string>;
  /**
   * @returns the claims, the same object for the same token
   * @throws {AccessTokenError}
   */
  verify(token: string): Promise<Claims>;
}

/**
 * @param keys private ES256 JWKs with `kid`; the first that may sign does, all verify
 * @throws {Error} when none may sign
 */
export async function createAccessTokens(keys: readonly [JWK, ...JWK[]]): Promise<AccessTokens> {
  const signing = keys.find(maySign);
  if (!signing) throw new Error('No key may sign access tokens.');
  const privateKey = await importJWK(forSigning(signing), 'ES256');
  const publicKeys = { keys: keys.filter(mayVerify).map(publicHalf) };
  const keySet = createLocalJWKSet(publicKeys);
  const verified = new Map<string, Claims>();

  return {
    publicKeys,
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: String(signing.kid), typ: 'JWT' })
        .sign(privateKey),
    verify: async (token) => {
      const known = verified.get(token);
      if (known && !hasExpired(known)) return known;
      verified.delete(token);
      const claims = await verify(token, keySet);
      const [oldest] = verified.keys();
      if (verified.size >= CACHED_TOKENS && oldest !== undefined) verified.delete(oldest);
      verified.set(token, claims);
      return claims;
    },
  };
}

async function verify(token: string, keySet: ReturnType<typeof createLocalJWKSet>): Promise<Claims> {
  try {
    const { payload } = await jwtVerify<Claims>(token, keySet, {
      algorithms: ['ES256'],
      audience: 'authenticated',
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    if (hasExpired(payload))
      throw new errors.JWTExpired('"exp" claim timestamp check failed', payload, 'exp');
    return payload;
  } catch (error) {
    throw new AccessTokenError(problemOf(error), error);
  }
}

function hasExpired({ exp = 0 }: Claims): boolean {
  return exp + EXPIRY_TOLERANCE_S <= Date.now() / 1000;
}

function problemOf(error: unknown): AccessTokenProblem {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'nbf' ? 'not-yet-valid' : 'wrong-claims';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'malformed';
  return 'forged';
}

/** A key that does not say what it is for (RFC 7517 section 4.3) is for everything. */
export function maySign({ key_ops: operations }: JWK): boolean {
  return operations === undefined || operations.includes('sign');
}

function mayVerify({ key_ops: operations }: JWK): boolean {
  return operations === undefined || operations.includes('sign') || operations.includes('verify');
}

/** A key of Supabase Auth says that it is for signing and verifying; its private half is for signing alone. */
function forSigning(key: JWK): JWK {
  return { ...key, key_ops: ['sign'] };
}

function publicHalf({ d: _private, ...key }: JWK): JWK {
  return { ...key, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}
