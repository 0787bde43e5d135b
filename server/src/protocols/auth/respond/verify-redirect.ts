/** The addresses that a mailed link leads to. Fields are in alphabetical order, and `sb` marks them, as upstream. */
import type { AuthError } from '../errors.ts';
import type { TokenResponse } from './token-response.ts';

// RFC 6749 section 4.1.2.1, for the statuses that have a name there.
const OAUTH_ERRORS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
]);

/** @param type of a mailed link; undefined for a sign-in at a provider */
export function redirectWithTokens(
  redirectTo: string,
  type: string | undefined,
  tokens: TokenResponse,
): string {
  const url = new URL(redirectTo);
  url.hash = new URLSearchParams({
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    sb: '',
    token_type: tokens.token_type,
    ...(type !== undefined && { type }),
  }).toString();
  return url.href;
}

export function redirectWithCode(redirectTo: string, code: string): string {
  const url = new URL(redirectTo);
  url.searchParams.set('code', code);
  return url.href;
}

/** @param inQuery for clients that look for a code: they read the query, not the fragment */
export function redirectWithError(redirectTo: string, error: AuthError, inQuery: boolean): string {
  const url = new URL(redirectTo);
  const name = OAUTH_ERRORS.get(error.status);
  const fields = {
    ...(name === undefined ? {} : { error: name }),
    error_code: error.code,
    error_description: error.message,
    ...(error.reasons && { error_reason: error.reasons.join(' ') }),
  };
  if (inQuery) for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value);
  url.hash = new URLSearchParams({ ...fields, sb: '' }).toString();
  return url.href;
}

/** The account that the person gets had been used by somebody who never proved its address: the screen tells. */
export function redirectToClaimed(redirectTo: string): string {
  const url = new URL(redirectTo);
  url.searchParams.set('notice', 'account_claimed');
  return url.href;
}
