/**
 * An opened link whose button nobody has pressed yet, in a cookie that only this server can read: the address of the page with the
 * button holds no token, and neither does the database.
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

type Needs = Pick<AuthServices, 'config' | 'encryption'>;

/**
 * @param redirectTo is no secret, and may be too long for a cookie
 * @returns the address of the page with the button; the same for a link that is opened again
 */
export function keepLink(
  context: Context<HttpEnvironment>,
  { config, encryption }: Needs,
  { redirectTo, ...link }: OpenedLink & { readonly redirectTo: string },
): string {
  const id = encryption.fingerprint(link.token, CONTEXT).slice(0, 16);
  setCookie(context, nameOf(id), encryption.encrypt(JSON.stringify(link), CONTEXT), {
    path: `${PATH}/${id}`,
    httpOnly: true,
    // Sent along when a mail leads here, and not when another site submits a form.
    sameSite: 'Lax',
    secure: config.siteUrl.startsWith('https:'),
    maxAge: LIFETIME_S,
  });
  return `${config.siteUrl}${PATH}/${id}?${new URLSearchParams({ redirect_to: redirectTo })}`;
}

/** @returns undefined in a browser that has not opened the link, or keeps no cookies */
export function readKeptLink(
  context: Context<HttpEnvironment>,
  { encryption }: Pick<Needs, 'encryption'>,
): OpenedLink | undefined {
  const id = idIn(context);
  const sealed = id === undefined ? undefined : getCookie(context, nameOf(id));
  if (sealed === undefined) return undefined;
  try {
    return linkSchema.parse(JSON.parse(encryption.decrypt(sealed, CONTEXT).text));
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
