import type { User } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { brokenState, sessionOver } from '../../features/auth/state/auth-failure.ts';
import { authReducer, INITIAL_AUTH_STATE } from '../../features/auth/state/auth-reducer.ts';
import { whoLeft } from './who-left.ts';

const signedIn = (id: string) => ({
  ...INITIAL_AUTH_STATE,
  user: { id } as User,
  isAuthenticated: true,
  isInitialized: true,
});

test('nobody has left before the app knows the person, or while they stay', () => {
  expect(whoLeft('ada', INITIAL_AUTH_STATE)).toBeUndefined();
  expect(whoLeft('ada', signedIn('ada'))).toBeUndefined();
  expect(whoLeft(undefined, signedIn('ada'))).toBeUndefined();
});

test('a person who signs out, or is followed by another, has left', () => {
  expect(whoLeft('ada', authReducer(signedIn('ada'), { type: 'SIGN_OUT' }))).toBe('ada');
  expect(whoLeft('ada', authReducer(INITIAL_AUTH_STATE, { type: 'AUTH_INITIALIZED' }))).toBe('ada');
  expect(whoLeft('ada', signedIn('bo'))).toBe('ada');
});

test('a person whose session was ended elsewhere has left, also when the app finds out at its start', () => {
  for (const state of [signedIn('ada'), INITIAL_AUTH_STATE])
    for (const wasRenewing of [true, false])
      expect(whoLeft('ada', authReducer(state, sessionOver(wasRenewing)))).toBe('ada');
});

test('a failure that says nothing about the session makes nobody leave', () => {
  expect(whoLeft('ada', authReducer(signedIn('ada'), brokenState(new Error('x'), true)))).toBeUndefined();
});
