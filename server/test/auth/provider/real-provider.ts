/** A real OpenID Connect provider on loopback, and a browser that signs in there. */
import { once } from 'node:events';
import http from 'node:http';
import Provider from 'oidc-provider';

export const CLIENT_ID = 'trellis';
export const CLIENT_SECRET = 'a-secret-of-this-test';

export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean | string | number;
  readonly name?: string;
  /** Its ID token has the signature of nobody. */
  readonly isForged?: boolean;
  /** Answered to userinfo alone. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

export interface RealProvider extends AsyncDisposable {
  /** By the name that they sign in with, which is the provider's id of them. */
  readonly people: Map<string, Person>;
}

/** @param issuer its address @param redirectUri where it leads people back to */
export async function startProvider(issuer: string, redirectUri: string): Promise<RealProvider> {
  const people = new Map<string, Person>();
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: false,
        cookies: { keys: ['a key of this test'] },
        pkce: { required: () => true },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => {
            const { userinfo: _, isForged: __, ...person } = people.get(id) ?? {};
            return { sub: id, ...person };
          },
        }),
        ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      }),
  );
  provider.use(async (context, next) => {
    await next();
    const { route, account } = context.oidc ?? {};
    if (route === 'userinfo')
      Object.assign(context.body as object, people.get(account?.accountId ?? '')?.userinfo);
    if (route === 'token' && people.get(account?.accountId ?? '')?.isForged) {
      const body = context.body as { id_token: string };
      body.id_token = body.id_token.replace(/[^.]+$/, (signature) => [...signature].reverse().join(''));
    }
  });
  const server = http.createServer(provider.callback()).listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    people,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows redirects by hand, with cookies for each host, and fills in the provider's forms. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { host } = new URL(address);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /**
   * @param start an address of /authorize
   * @param until the last address begins so: it is not opened
   * @returns that address
   */
  async signIn(start: string, name: string, until: string): Promise<URL> {
    let next = start;
    for (let step = 0; step < 20; step++) {
      if (next.startsWith(until)) return new URL(next);
      const response = await this.open(next);
      const location = response.headers.get('location');
      if (location) next = new URL(location, next).href;
      else next = await this.#fillIn(next, await response.text(), name);
    }
    throw new Error(`The sign-in did not come to an end at ${next}.`);
  }

  async #fillIn(address: string, page: string, name: string): Promise<string> {
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
    if (action === '') throw new Error(`There is no form at ${address}: ${page.slice(0, 500)}`);
    const answers = prompt === 'login' ? { prompt, login: name, password: 'anything' } : { prompt };
    const response = await this.open(new URL(action, address).href, answers);
    return new URL(response.headers.get('location') ?? '', address).href;
  }
}

/** It warns of what is fine in a test: keys, forms and a memory of its own. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}
