import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { readLinkArrival } from './link-arrival.ts';
import { findRecoveryTokens } from './recovery-tokens.ts';

const SITE = 'https://docs.example.com';
const SCRIPT = readFileSync(new URL('../../../../public/mailed-links.js', import.meta.url), 'utf8');

/** The address to which the script that every page begins with sends another; the same one when it leaves it alone. */
function forwarded(address: string): string {
  const url = new URL(address, SITE);
  let target: string | undefined;
  const location = {
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    replace: (to: string) => {
      target = to;
    },
  };
  vm.runInNewContext(SCRIPT, { location, URLSearchParams });
  return target ?? address;
}

const tokens = (type: string) =>
  `access_token=a.b.c&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=${type}`;
const ERROR = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb=';

describe.each(['/', '/terms', '/auth/login', '/auth/confirm', '/auth/reset-password', '/nowhere'])(
  'a link that leads to %s',
  (path) => {
    test.each(['invite', 'magiclink', 'signup', 'email_change'])('by %s tokens signs in', (type) => {
      for (const address of [`${path}#${tokens(type)}`, `${path}?${tokens(type)}`]) {
        const target = new URL(forwarded(address), SITE);
        expect(target.pathname).toBe('/auth/confirm');
        expect(readLinkArrival(target)).toEqual({
          outcome: 'confirmed',
          proof: { kind: 'tokens', type, tokens: { accessToken: 'a.b.c', refreshToken: 'r' } },
          next: undefined,
        });
      }
    });

    test('by recovery tokens sets a new password', () => {
      for (const address of [`${path}#${tokens('recovery')}`, `${path}?${tokens('recovery')}`]) {
        const target = new URL(forwarded(address), SITE);
        expect(target.pathname).toBe('/auth/reset-password');
        expect(findRecoveryTokens(target)).toEqual({ accessToken: 'a.b.c', refreshToken: 'r' });
      }
    });

    test('by a code lets the client exchange it', () => {
      const target = new URL(forwarded(`${path}?code=abc&sb_flow_id=0f`), SITE);
      expect(`${target.pathname}${target.search}`).toBe('/auth/confirm?code=abc&sb_flow_id=0f');
      expect(readLinkArrival(target)).toEqual({ outcome: 'confirmed', proof: undefined, next: undefined });
    });

    test('by the hash of a token, in a mail of the operator’s own, signs in', () => {
      const target = new URL(forwarded(`${path}?token_hash=h&type=invite`), SITE);
      expect(target.pathname).toBe('/auth/confirm');
      expect(readLinkArrival(target).proof).toEqual({ kind: 'token-hash', type: 'invite', tokenHash: 'h' });
    });

    test('says so when it has expired', () => {
      for (const address of [`${path}#${ERROR}`, `${path}?${ERROR}#${ERROR}`]) {
        const target = new URL(forwarded(address), SITE);
        // The reset screen says it in its own words.
        const expected = path === '/auth/reset-password' ? path : '/auth/confirm';
        expect(target.pathname).toBe(expected);
        expect(readLinkArrival(target).outcome).toBe('expired');
      }
    });
  },
);

describe('a link that leads to a screen of the app', () => {
  test.each(['/dashboard', '/dashboard/pages/1', '/dashboard/settings?tab=2', '/invite'])(
    '%s goes on there',
    (path) => {
      const joint = path.includes('?') ? '&' : '?';
      for (const address of [`${path}#${tokens('magiclink')}`, `${path}${joint}${tokens('magiclink')}`]) {
        const target = new URL(forwarded(address), SITE);
        expect(target.pathname).toBe('/auth/confirm');
        expect(target.search).not.toContain('token');
        expect(readLinkArrival(target)).toMatchObject({ outcome: 'confirmed', next: path });
      }
      const coded = new URL(forwarded(`${path}${joint}code=abc`), SITE);
      expect(coded.searchParams.get('code')).toBe('abc');
      expect(readLinkArrival(coded).next).toBe(path);
    },
  );
});

test.each([
  '/',
  '/#features',
  '/dashboard/pages/1#a-heading',
  '/dashboard?q=code',
  '/invite#0123456789abcdef',
  '/dashboard/settings/workspace/notion-callback?code=abc&state=workspace',
  '/dashboard/settings/workspace/notion-callback?error=access_denied&state=workspace',
  '/auth/confirm?next=%2Fdashboard&code=abc',
  `/auth/reset-password#${tokens('recovery')}`,
  '/auth/reset-password',
])('%s is left alone', (address) => {
  expect(forwarded(address)).toBe(address);
});
