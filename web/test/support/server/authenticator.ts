/** A person's authenticator apps, as the auth service keeps them. Every app shows the same code. */
import type { Factor } from '@supabase/supabase-js';
import { type Answerer, type Asked, json } from './answers.ts';
import { refused } from './auth.ts';
import { newSession, type Person } from './session.ts';

export const CODE = '135790';
export const WRONG_CODE = '246802';

export class AuthenticatorApps {
  factors: readonly Factor[];
  readonly #owner: Person;

  constructor(owner: Person, names: readonly string[] = []) {
    this.#owner = owner;
    this.factors = names.map((name, at) => newFactor(name, at, 'verified'));
  }

  /** Signing in, by the password and then by a code; adding an app and removing one. */
  readonly answer: Answerer = (asked) => {
    const [, id, step] = /^\/auth\/v1\/factors\/([^/]+)(\/.+)?$/.exec(asked.path) ?? [];
    switch (`${asked.method} ${id === undefined ? asked.path : (step ?? 'factor')}`) {
      case 'GET /auth/v1/user':
        return json(this.session(false).user);
      case 'POST /auth/v1/token':
        return json(this.session(asked.query.get('grant_type') === 'refresh_token'));
      case 'POST /auth/v1/factors':
        return this.#enroll(asked);
      case 'POST /challenge':
        return json({
          id: crypto.randomUUID(),
          type: 'totp',
          expires_at: Math.floor(Date.now() / 1000) + 300,
        });
      case 'POST /verify':
        return this.#verify(id, asked);
      case 'DELETE factor':
        this.factors = this.factors.filter((factor) => factor.id !== id);
        return json({ id });
      default:
        return undefined;
    }
  };

  /** @param isProven whether a code was shown */
  session(isProven: boolean) {
    const factors = this.factors.filter(({ status }) => status === 'verified');
    const session = newSession(this.#owner, { factors, isProven });
    return session;
  }

  #enroll({ body }: Asked): Response {
    const { friendly_name: name } = body as { friendly_name: string };
    const factor = newFactor(name, this.factors.length, 'unverified');
    this.factors = [...this.factors, factor];
    const { id } = factor;
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="#000" d="M0 0h9v9z"/></svg>';
    const totp = { qr_code: svg, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Trellis' };
    return json({ id, type: 'totp', friendly_name: name, totp });
  }

  #verify(id: string | undefined, { body }: Asked): Response {
    if ((body as { code: string }).code !== CODE) return refused(422, 'mfa_verification_failed');
    this.factors = this.factors.map((factor) =>
      factor.id === id ? { ...factor, status: 'verified' } : factor,
    );
    return json(this.session(true));
  }
}

function newFactor(name: string, at: number, status: Factor['status']): Factor {
  const created = new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  return {
    id: crypto.randomUUID(),
    friendly_name: name,
    factor_type: 'totp',
    status,
    created_at: created,
    updated_at: created,
  } as Factor;
}
