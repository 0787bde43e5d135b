/**
 * An opened link in a cookie that only this server can read: the address of the page with the button holds no token, and neither
 * does the database. Once somebody has pressed the button in a browser without scripts, the cookie holds their session instead.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { AuthServices } from '../auth-services.ts';

export const LINK_PATH = '/link';

const PATH = `/auth/v1${LINK_PATH}`;
const LIFETIME_S = 3600;
const CONTEXT = 'opened link';
const ID = /^[\w-]{16}$/;

const linkSchema = z.object({ token: z.string(), type: z.string() });
export type OpenedLink = z.output<typeof linkSchema>;

const sessionSchema = z.object({ refreshToken: z.string(), type: z.string(), address: z.string() });
/** The session of a link that was used. */
export type HeldSession = z.output<typeof sessionSchema>;

const keptSchema = z.union([linkSchema, sessionSchema]);

type Needs = Pick<AuthServices, 'config' | 'encryption'>;

/**
 * @param redirectTo is no secret, and may be too long for a cookie
 * @returns the address of the page with the button; the same for a link that is opened again
 */
export function keepLink(
  context: Context<HttpEnvironment>,
  needs: Needs,
  { redirectTo, ...link }: OpenedLink & { readonly redirectTo: string },
): string {
  const id = needs.encryption.fingerprint(link.token, CONTEXT).slice(0, 16);
  keep(context, needs, { id, kept: link });
  return addressOf(needs, id, redirectTo);
}

/** To be called by the page of the link. @returns as {@link keepLink} */
export function keepSession(
  context: Context<HttpEnvironment>,
  needs: Needs,
  { redirectTo, ...session }: HeldSession & { readonly redirectTo: string },
): string {
  const id = idIn(context) ?? '';
  keep(context, needs, { id, kept: session });
  return addressOf(needs, id, redirectTo);
}

function keep(
  context: Context<HttpEnvironment>,
  { config, encryption }: Needs,
  { id, kept }: { readonly id: string; readonly kept: OpenedLink | HeldSession },
): void {
  setCookie(context, nameOf(id), encryption.encrypt(JSON.stringify(kept), CONTEXT), {
    path: `${PATH}/${id}`,
    httpOnly: true,
    // Sent along when a mail leads here, and not when another site submits a form.
    sameSite: 'Lax',
    secure: config.siteUrl.startsWith('https:'),
    maxAge: LIFETIME_S,
  });
}

function addressOf({ config }: Needs, id: string, redirectTo: string): string {
  return `${config.siteUrl}${PATH}/${id}?${new URLSearchParams({ redirect_to: redirectTo })}`;
}

/** @returns undefined in a browser that has not opened the link, or keeps no cookies */
export function readKeptLink(
  context: Context<HttpEnvironment>,
  { encryption }: Pick<Needs, 'encryption'>,
): OpenedLink | HeldSession | undefined {
  const id = idIn(context);
  const sealed = id === undefined ? undefined : getCookie(context, nameOf(id));
  if (sealed === undefined) return undefined;
  try {
    return keptSchema.parse(JSON.parse(encryption.decrypt(sealed, CONTEXT).text));
  } catch {
    return undefined;
  }
}

export function forgetLink(context: Context<HttpEnvironment>): void {
  const id = idIn(context);
  if (id !== undefined) deleteCookie(context, nameOf(id), { path: `${PATH}/${id}` });
}

function idIn(context: Context<HttpEnvironment>): string | undefined {
  const id = context.req.param('id') ?? '';
  return ID.test(id) ? id : undefined;
}

function nameOf(id: string): string {
  return `trellis-link-${id}`;
}
