import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { INITIAL_AUTH_STATE } from '../auth-reducer.ts';
import { type Circumstances, sessionStep } from './session-step.ts';

const user = { id: 'u1', updated_at: '2026-11-20' } as User;
const session = { access_token: 'one', user } as Session;
const renewed = { ...session, access_token: 'two' };

const starting = INITIAL_AUTH_STATE;
const signedOut = { ...starting, isInitialized: true };
const signedIn = { ...signedOut, user, session, isAuthenticated: true };
const circumstances: Circumstances = { state: signedIn, hadSession: true, wasAsked: false };

const EVENTS: readonly AuthChangeEvent[] = [
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'PASSWORD_RECOVERY',
  'USER_UPDATED',
  'INITIAL_SESSION',
  'MFA_CHALLENGE_VERIFIED',
];

describe.each(EVENTS)('%s', (event) => {
  test('with a session loads the profile at the start, and for another token', () => {
    expect(sessionStep(event, session, { ...circumstances, state: starting })).toBe('load-profile');
    expect(sessionStep(event, session, { ...circumstances, state: signedOut })).toBe('load-profile');
    expect(sessionStep(event, renewed, circumstances)).toBe('load-profile');
  });

  test('with the same token and user keeps the profile', () => {
    expect(sessionStep(event, { ...session }, circumstances)).toBe('keep-profile');
  });

  test('with another or a changed user loads the profile', () => {
    const other = { ...session, user: { ...user, id: 'u2' } };
    const changed = { ...session, user: { ...user, updated_at: '2026-11-21' } };
    expect(sessionStep(event, other, circumstances)).toBe('load-profile');
    expect(sessionStep(event, changed, circumstances)).toBe('load-profile');
  });

  test('without a session begins signed out, and reports a kept session that is over', () => {
    const before = { ...circumstances, state: starting };
    expect(sessionStep(event, null, { ...before, hadSession: false })).toBe('begin-signed-out');
    expect(sessionStep(event, null, { ...before, wasAsked: true })).toBe('begin-signed-out');
    expect(sessionStep(event, null, before)).toBe('expire');
  });

  test('without a session is silent to a person who is signed out', () => {
    expect(sessionStep(event, null, { ...circumstances, state: signedOut })).toBe('stay');
  });

  test('without a session signs out a person who asked for it', () => {
    expect(sessionStep(event, null, { ...circumstances, wasAsked: true })).toBe('sign-out');
  });
});

test('a session that ends unasked is over', () => {
  expect(sessionStep('SIGNED_OUT', null, circumstances)).toBe('expire');
  expect(sessionStep('TOKEN_REFRESHED', null, circumstances)).toBe('sign-out');
});
