/** Sessions as the auth service answers them. */
import type { Factor, Session } from '@supabase/supabase-js';
import { expectTokens } from './server.ts';

export interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
}

export function person(fullName: string): Person {
  const local = fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  return { id: crypto.randomUUID(), fullName, email: `${local}@example.com` };
}

const HOUR_S = 3600;

/**
 * Requests with its tokens are the running test's.
 * @param steps the account's authenticator apps, whether a code of one was shown, and what else the account remembers
 */
export function newSession(
  { id, fullName, email }: Person,
  steps: {
    readonly factors?: readonly Factor[];
    readonly isProven?: boolean;
    readonly metadata?: object;
    /** How far the device's clock is ahead of the server's. */
    readonly aheadMs?: number;
  } = {},
): Session {
  const issuedAt = Math.floor((Date.now() - (steps.aheadMs ?? 0)) / 1000);
  const expiresAt = issuedAt + HOUR_S;
  const aal = steps.isProven ? 'aal2' : 'aal1';
  const claims = {
    sub: id,
    email,
    role: 'authenticated',
    aal,
    session_id: crypto.randomUUID(),
    iat: issuedAt,
    exp: expiresAt,
  };
  const accessToken = [{ alg: 'HS256', typ: 'JWT' }, claims, 'signature'].map(inBase64Url).join('.');
  const refreshToken = crypto.randomUUID();
  expectTokens(accessToken, refreshToken);
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: HOUR_S,
    expires_at: expiresAt,
    token_type: 'bearer',
    user: {
      id,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: fullName, ...steps.metadata },
      ...(steps.factors && { factors: [...steps.factors] }),
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    },
  };
}

/** Leaves it where the app looks for one when it opens. */
export function keepSession(session: Session): void {
  localStorage.setItem('trellis-auth', JSON.stringify(session));
}

function inBase64Url(part: unknown): string {
  const bytes = new TextEncoder().encode(typeof part === 'string' ? part : JSON.stringify(part));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
