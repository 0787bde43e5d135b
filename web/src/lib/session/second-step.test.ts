import type { Factor, Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { lacksSecondStep, verifiedFactors } from './second-step.ts';
import { claimsOf } from './token-claims.ts';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const factor = (id: string, changes: Partial<Factor> = {}) =>
  ({ id, factor_type: 'totp', status: 'verified', created_at: `2026-11-2${id}`, ...changes }) as Factor;

const session = (aal: unknown, factors?: Factor[]) =>
  ({ access_token: token({ aal, name: 'Zoë 🌿' }), user: { factors } }) as Session;

test('a session with a password alone lacks the second step of an account that has one', () => {
  expect(lacksSecondStep(session('aal1', [factor('1')]))).toBe(true);
  expect(lacksSecondStep(session('aal2', [factor('1')]))).toBe(false);
});

test('an account without a verified app needs none', () => {
  expect(lacksSecondStep(session('aal1'))).toBe(false);
  expect(lacksSecondStep(session('aal1', []))).toBe(false);
  expect(lacksSecondStep(session('aal1', [factor('1', { status: 'unverified' })]))).toBe(false);
});

test('a token without claims is trusted with nothing', () => {
  expect(lacksSecondStep(session(undefined, [factor('1')]))).toBe(true);
  for (const broken of ['', 'a.b.c', 'a.!!.c', `a.${btoa('null')}.c`]) {
    expect(claimsOf(broken)).toEqual({});
    expect(lacksSecondStep({ ...session('aal2', [factor('1')]), access_token: broken })).toBe(true);
  }
});

test('a token is read with any letters', () => {
  expect(claimsOf(session('aal1').access_token)).toEqual({ aal: 'aal1', name: 'Zoë 🌿' });
});

test('the app added first is asked first', () => {
  expect(verifiedFactors(session('aal1', [factor('2'), factor('1')])).map(({ id }) => id)).toEqual([
    '1',
    '2',
  ]);
});
