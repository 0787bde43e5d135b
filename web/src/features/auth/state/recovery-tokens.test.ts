import { expect, test } from 'vitest';
import { findRecoveryTokens } from './recovery-tokens.ts';

const PARAMETERS = 'access_token=a.b.c&refresh_token=r1&expires_in=3600&type=recovery';
const TOKENS = { accessToken: 'a.b.c', refreshToken: 'r1' };

const find = (rest: string) => findRecoveryTokens(new URL(`https://trellis.test/auth/reset-password${rest}`));

test('tokens are read from the hash and from the query', () => {
  expect(find(`#${PARAMETERS}`)).toEqual(TOKENS);
  expect(find(`?${PARAMETERS}`)).toEqual(TOKENS);
});

test.each([
  ['no tokens', ''],
  ['another type', `#${PARAMETERS.replace('recovery', 'signup')}`],
  ['no refresh token', '#access_token=a.b.c&type=recovery'],
  ['no access token', '#refresh_token=r1&type=recovery'],
  ['an error', '#error=access_denied&error_code=otp_expired'],
])('a link with %s is invalid', (_name, rest) => {
  expect(find(rest)).toBeUndefined();
});
