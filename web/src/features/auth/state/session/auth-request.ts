/** Direct calls of the auth service, for the steps of a password reset, which must not depend on this browser. */
import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { watchedFetch } from '../../../../lib/browser/connection.ts';
import { configuration } from '../../../../lib/supabase.ts';

// Answers of a proxy in front of the service, when the service does not answer.
const UNANSWERED = new Set([502, 503, 504]);

/**
 * @param path below /auth/v1
 * @returns the answer's body; undefined when it is not JSON
 * @throws {AuthApiError} for a refused request: its text is the body's message, else 'HTTP {status}'
 */
export async function authRequest(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body: object | undefined,
  accessToken?: string,
): Promise<unknown> {
  const response = await watchedFetch(`${configuration.supabaseUrl}/auth/v1/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      // The version of the protocol whose errors carry `code` and `message`.
      'x-supabase-api-version': '2024-01-01',
      apikey: configuration.supabasePublishableKey,
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json().catch(() => undefined);
  if (UNANSWERED.has(response.status))
    throw new AuthRetryableFetchError(`HTTP ${response.status}`, response.status);
  const { message, code } = await readFailure(response);
  throw new AuthApiError(message ?? `HTTP ${response.status}`, response.status, code);
}

async function readFailure(
  response: Response,
): Promise<{ message: string | undefined; code: string | undefined }> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) return { message: undefined, code: undefined };
  return {
    message: 'message' in body && typeof body.message === 'string' ? body.message : undefined,
    code: 'code' in body && typeof body.code === 'string' ? body.code : undefined,
  };
}
