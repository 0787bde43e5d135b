/** Operators with a session, and their requests. */
import { operatorOf } from '../auth/admin/operator.ts';
import { newClient, PASSWORD, type SignedUp } from '../auth/auth-client.ts';
import type { TestServer } from '../support/test-server.ts';

export const OPERATOR = 'ada@example.com';
export const SECOND_OPERATOR = 'ben@example.com';

/** An account that the operator makes, as `trellis user invite` does, and signs in. */
export async function enter(server: TestServer, email = OPERATOR): Promise<SignedUp> {
  await operatorOf(server).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = newClient(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const { access_token: accessToken, refresh_token: refreshToken } = data.session;
  return { client, email, accessToken, refreshToken, userId: data.user.id };
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says, to be compared
  readonly body: any;
}

type Request = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** @param bearer the token of a session; undefined sends the publishable key alone */
export async function ask(
  server: TestServer,
  bearer: string | undefined,
  path: string,
  { method, body, headers }: Request = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/operator/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: server.secrets.publishableKey,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Asks with the secret key, as the command does. */
export function askByKey(server: TestServer, path: string, request: Request = {}): Promise<Answer> {
  return ask(server, undefined, path, { ...request, headers: { apikey: server.secrets.secretKey } });
}
