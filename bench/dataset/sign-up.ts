/** Makes an account the way the web app does, over HTTP. */
import type { RunningServer } from '../contestants/trellis-server.ts';

export interface SignedUp {
  readonly userId: string;
  readonly accessToken: string;
  readonly claims: string;
}

/** @throws {Error} when the server does not answer with a session */
export async function signUp(server: RunningServer, name: string): Promise<SignedUp> {
  const response = await fetch(`${server.origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: `correct horse ${name}`,
      data: { full_name: name },
    }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`Signing up answered ${response.status}: ${body}`);
  const { access_token: accessToken } = JSON.parse(body) as { access_token: string };
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8');
  return { userId: (JSON.parse(claims) as { sub: string }).sub, accessToken, claims };
}
