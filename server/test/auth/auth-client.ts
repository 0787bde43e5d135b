/** Helpers for the tests of this folder: the real client, raw requests, and the link in a mail. */
import { randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Email } from 'postal-mime';
import type { TestServer } from '../support/test-server.ts';

export const PASSWORD = 'correct horse';

/** An address that no other test uses. */
export function newAddress(): string {
  return `person-${randomBytes(6).toString('hex')}@example.com`;
}

/** A browser of its own. */
export function newClient(server: TestServer, flowType: 'implicit' | 'pkce' = 'implicit'): SupabaseClient {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  return createClient(server.url, server.secrets.publishableKey, {
    // Every client keeps a key of its own: equal ones would be taken for tabs of one browser.
    auth: { flowType, storage, storageKey: newAddress(), autoRefreshToken: false, detectSessionInUrl: false },
  });
}

export interface SignedUp {
  readonly client: SupabaseClient;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly userId: string;
}

/** A new account, signed in; needs a server with confirmation off. */
export async function signUp(server: TestServer, email = newAddress()): Promise<SignedUp> {
  const client = newClient(server);
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  if (!data.session) throw new Error('The sign-up gave no session.');
  const { access_token: accessToken, refresh_token: refreshToken, user } = data.session;
  return { client, email, accessToken, refreshToken, userId: user.id };
}

/** As the operator vouches for it. The first mailed link of an account whose address nobody has proven ends what was before. */
export async function proveAddress(server: TestServer, { userId }: Pick<SignedUp, 'userId'>): Promise<void> {
  const client = createClient(server.url, server.secrets.secretKey, { auth: { persistSession: false } });
  const { error } = await client.auth.admin.updateUserById(userId, { email_confirm: true });
  if (error) throw error;
}

export interface RawRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly bearer?: string;
  readonly headers?: Record<string, string>;
}

/** A request as a client of another make would send it: with the API key, and without following redirects. */
export function send(server: TestServer, path: string, request: RawRequest = {}): Promise<Response> {
  const { body, text, bearer, headers } = request;
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return fetch(`${server.url}/auth/v1${path}`, {
    method: request.method ?? (payload === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: server.secrets.publishableKey,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
}

/** The link in a mail's text. */
export function linkIn(mail: Email): URL {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!link) throw new Error(`There is no link in ${mail.text}`);
  return new URL(link);
}

/** The six digits in a mail's text. */
export function codeIn(mail: Email): string {
  const [, code] = /[Cc]ode: (\d{6})$/m.exec(mail.text ?? '') ?? [];
  if (!code) throw new Error(`There is no code in ${mail.text}`);
  return code;
}

/** Another code than the one given. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Opens a mail's link, presses the button, and says where that leads. */
export async function openLink(server: TestServer, from: Email | URL): Promise<URL> {
  const opened = await openPage(server, from);
  return 'page' in opened ? press(opened) : opened.target;
}

interface LinkPage {
  /** The address of the page with the button. */
  readonly page: string;
  readonly cookie: string;
  readonly html: string;
}

/** Opens a mail's link, as people and programs do. @returns the page with the button, or where a spent link leads */
export async function openPage(
  server: TestServer,
  from: Email | URL,
): Promise<LinkPage | { readonly target: URL }> {
  const link = from instanceof URL ? from : linkIn(from);
  // The test server listens on 127.0.0.1, its public name is localhost.
  const first = await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' });
  if (first.status !== 303) throw new Error(`The link answers ${first.status}.`);
  const target = new URL(first.headers.get('location') ?? '');
  if (!target.pathname.startsWith('/auth/v1/link/')) return { target };
  const page = `${server.url}${target.pathname}${target.search}`;
  const [cookie = ''] = first.headers.getSetCookie().map((line) => line.split(';')[0]);
  const second = await fetch(page, { headers: { cookie }, redirect: 'manual' });
  return { page, cookie, html: await second.text() };
}

/** Presses the button, as a browser that runs the page's script. */
export async function press({ page, cookie, html }: LinkPage): Promise<URL> {
  if (!/<form method="post">.*<button>/.test(html)) throw new Error(`There is no button in ${html}`);
  const body = new URLSearchParams({ scripts: 'run' });
  const response = await fetch(page, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  if (response.status !== 303) throw new Error(`The button answers ${response.status}.`);
  return new URL(response.headers.get('location') ?? '');
}

/** The fields of a redirect's fragment. */
export function fragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** Clears the rate limits, so that the next mail may be asked for at once. */
export async function forgetMails(server: TestServer): Promise<void> {
  await server.database.asOwner((transaction) => transaction.query({ text: 'delete from auth.rate_limits' }));
}

export async function countRows(server: TestServer, sql: string, values: unknown[] = []): Promise<number> {
  const { rowCount } = await server.database.asOwner((transaction) =>
    transaction.query({ text: sql, values }),
  );
  return rowCount;
}
