import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { findTotpStep, generateTotpKey } from './totp.ts';

// RFC 6238 appendix B, with the last six of the eight digits there.
const RFC_SECRET = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 0x23523ec],
  [1111111111, '050471', 0x23523ed],
  [1234567890, '005924', 0x273ef07],
  [2000000000, '279037', 0x3f940aa],
  [20000000000, '353130', 0x27bc86aa],
])('knows the code of RFC 6238 at %i seconds', (seconds, code, step) => {
  expect(findTotpStep(RFC_SECRET, code, seconds * 1000)).toBe(step);
});

test('accepts the step before and the step after, no other', () => {
  const { secret } = generateTotpKey('here', 'ana@example.com');
  const now = 1_800_000_000_000;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  const at = (steps: number) => findTotpStep(secret, code, now + steps * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, 60_000_000, 60_000_000, 60_000_000, undefined]);
});

test.each(['', '28708', '2870822', ' 287082', '28708２', '-87082', '0x1234', '1e9999'])(
  'refuses %j, which is no code',
  (code) => {
    expect(findTotpStep(RFC_SECRET, code, 59_000)).toBeUndefined();
  },
);

test('makes 160 bits and the address that apps read', () => {
  const { secret, uri } = generateTotpKey('docs.example.com:8443', 'ana+1@example.com');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(uri);
  expect(url.protocol + url.host).toBe('otpauth:totp');
  expect(decodeURIComponent(url.pathname)).toBe('/docs.example.com 8443:ana+1@example.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'docs.example.com 8443',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
