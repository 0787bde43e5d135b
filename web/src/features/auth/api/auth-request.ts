/** Direct calls of the auth service, for the two steps of a password reset that must not depend on this browser. */
import { AuthApiError } from '@supabase/supabase-js';
import { configuration } from '../../../lib/supabase.ts';

/**
 * @param path below /auth/v1
 * @throws {AuthApiError} for a refused request: its text is the body's message, else 'HTTP {status}'
 */
export async function authRequest(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  accessToken?: string,
): Promise<void> {
  const response = await fetch(`${configuration.supabaseUrl}/auth/v1/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      // The version of the protocol whose errors carry `code` and `message`.
      'x-supabase-api-version': '2024-01-01',
      apikey: configuration.supabasePublishableKey,
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
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
