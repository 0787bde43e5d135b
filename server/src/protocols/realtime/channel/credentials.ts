/** Who a socket, and each channel on it, acts for; refusals in Realtime's own words. */
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../database/database.ts';
import { CallerError, type ResolveCaller } from '../../../http/caller/caller.ts';

// Nobody asks this address; it only completes a request.
const NOWHERE = 'http://localhost/';

const EXPIRED = 'Token has expired';
const MALFORMED = 'The token provided is not a valid JWT';
const FORGED = 'Failed to validate JWT signature';
const MISSING_CLAIMS = 'Fields `role` and `exp` are required in JWT';

/** A token or key that is not good. The message is for the client. */
export class CredentialsError extends Error {
  /** Realtime's name for it. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'CredentialsError';
    this.code = code;
  }
}

export interface Credentials {
  readonly caller: Caller;
  /** The token; undefined for the caller that an API key stands for. */
  readonly token?: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface CredentialsReader {
  /** @throws {CredentialsError} */
  ofUpgrade(request: IncomingMessage): Promise<Credentials>;
  /** @throws {CredentialsError} */
  ofToken(token: string): Promise<Credentials>;
}

/** @param publishableKey what a token comes with, as this server asks for a key as well */
export function createCredentialsReader(
  resolveCaller: ResolveCaller,
  publishableKey: string,
): CredentialsReader {
  async function ofToken(token: string): Promise<Credentials> {
    const headers = new Headers({ apikey: publishableKey });
    try {
      headers.set('authorization', `Bearer ${token}`);
    } catch {
      throw new CredentialsError('MalformedJWT', MALFORMED);
    }
    return withExpiry(await resolve(() => resolveCaller({ url: NOWHERE, headers })), token);
  }

  return {
    ofToken,
    ofUpgrade: async ({ url = '/', headers }) => {
      const own = headers['x-api-key'];
      const key = typeof own === 'string' ? own : new URL(url, NOWHERE).searchParams.get('apikey');
      if (!key) throw new CredentialsError('MissingAPIKey', 'API key is missing');
      const given = new Headers();
      for (const name of ['user-agent', 'sec-fetch-site']) {
        const value = headers[name];
        if (typeof value === 'string') given.set(name, value);
      }
      const address = new URL(NOWHERE);
      address.searchParams.set('apikey', key);
      try {
        return withExpiry(await resolveCaller({ url: address.href, headers: given }));
      } catch (error) {
        if (!(error instanceof CallerError)) throw error;
        if (error.problem.kind === 'unknown-api-key') return ofToken(key);
        throw credentialsError(error);
      }
    },
  };
}

async function resolve(find: () => Promise<Caller>): Promise<Caller> {
  try {
    return await find();
  } catch (error) {
    throw error instanceof CallerError ? credentialsError(error) : error;
  }
}

function withExpiry(caller: Caller, token?: string): Credentials {
  const { exp, role } = caller.claims;
  if (role === undefined) throw new CredentialsError('InvalidJWTToken', MISSING_CLAIMS);
  const expiresAt = typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
  if (expiresAt <= Date.now()) throw new CredentialsError('InvalidJWTToken', expiredText(expiresAt));
  return { caller, expiresAt, ...(token === undefined ? {} : { token }) };
}

/** In the words that a closing channel uses. */
export function expiredText(expiresAt: number): string {
  return `${EXPIRED} ${Math.max(0, Math.round((Date.now() - expiresAt) / 1000))} seconds ago`;
}

function credentialsError({ problem }: CallerError): CredentialsError {
  switch (problem.kind) {
    case 'secret-key-in-browser':
      return new CredentialsError('Unauthorized', 'A secret API key is not for browsers');
    case 'ended-session':
      return new CredentialsError('InvalidJWTToken', 'The session of this token has ended');
    case 'unknown-role':
      return new CredentialsError('InvalidJWTToken', MISSING_CLAIMS);
    case 'bad-token':
      if (problem.error.problem === 'expired') return new CredentialsError('InvalidJWTToken', EXPIRED);
      if (problem.error.problem === 'malformed') return new CredentialsError('MalformedJWT', MALFORMED);
      if (problem.error.problem === 'forged') return new CredentialsError('JwtSignatureError', FORGED);
      return new CredentialsError('InvalidJWTToken', MISSING_CLAIMS);
    default:
      return new CredentialsError('MalformedJWT', MALFORMED);
  }
}
