/**
 * The secrets of a sign-in at the provider that are needed on the way back, in a cookie that only this server can read: nothing of it is in the
 * database, and an address of the way back that somebody else prepared is no use in another browser.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { AuthServices } from '../auth-services.ts';

const COOKIE = 'trellis-sign-in';
const PATH = '/auth/v1/callback';
const LIFETIME_S = 600;
const CONTEXT = 'sign-in at a provider';

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string(),
  challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).optional(),
  /** Milliseconds since 1970. */
  until: z.number(),
});
export type Flow = Omit<z.output<typeof flowSchema>, 'until'>;

type Needs = Pick<AuthServices, 'config' | 'encryption'>;

export function keepFlow(context: Context<HttpEnvironment>, { config, encryption }: Needs, flow: Flow): void {
  const sealed = encryption.encrypt(
    JSON.stringify({ ...flow, until: Date.now() + LIFETIME_S * 1000 }),
    CONTEXT,
  );
  setCookie(context, COOKIE, sealed, {
    path: PATH,
    httpOnly: true,
    // Sent along when the provider leads back.
    sameSite: 'Lax',
    secure: config.siteUrl.startsWith('https:'),
    maxAge: LIFETIME_S,
  });
}

/** @returns undefined when this browser began no sign-in, or too long ago; it works once */
export function takeFlow(context: Context<HttpEnvironment>, { encryption }: Needs): Flow | undefined {
  const sealed = getCookie(context, COOKIE);
  if (sealed === undefined) return undefined;
  deleteCookie(context, COOKIE, { path: PATH });
  try {
    const flow = flowSchema.parse(JSON.parse(encryption.decrypt(sealed, CONTEXT).text));
    return flow.until < Date.now() ? undefined : flow;
  } catch {
    return undefined;
  }
}
