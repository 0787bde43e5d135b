import type { Session, User } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../lib/errors/app-error.ts';
import type { Profile } from '../../../lib/session/signed-in.ts';
import { type AuthState, authReducer, INITIAL_AUTH_STATE } from './auth-reducer.ts';

const user = { id: 'u1', email: 'ada@example.com' } as User;
const session = { access_token: 'token', user } as Session;
const profile = { id: 'u1', full_name: 'Ada' } as Profile;
const error = new AppError('NETWORK_ERROR', 'No connection');

const signedOut: AuthState = { ...INITIAL_AUTH_STATE, loading: false, isInitialized: true };
const signedIn: AuthState = {
  user,
  session,
  profile,
  loading: false,
  error: null,
  isAuthenticated: true,
  isInitialized: true,
};
const failed: AuthState = { ...signedOut, error };
const loading: AuthState = { ...signedIn, loading: true };

test('a session is neither known nor missing at first', () => {
  expect(INITIAL_AUTH_STATE).toEqual({
    user: null,
    profile: null,
    session: null,
    loading: true,
    error: null,
    isAuthenticated: false,
    isInitialized: false,
  });
});

describe.each([
  ['the initial state', INITIAL_AUTH_STATE],
  ['signed out', signedOut],
  ['signed in', signedIn],
  ['failed', failed],
  ['loading', loading],
])('from %s', (_name, state) => {
  test('AUTH_LOADING sets loading, clears the error and keeps the rest', () => {
    expect(authReducer(state, { type: 'AUTH_LOADING' })).toEqual({ ...state, loading: true, error: null });
  });

  test('AUTH_INITIALIZED ends loading and marks initialized', () => {
    expect(authReducer(state, { type: 'AUTH_INITIALIZED' })).toEqual({
      ...state,
      loading: false,
      isInitialized: true,
    });
  });

  test('AUTH_SUCCESS stores user, session and profile', () => {
    expect(authReducer(state, { type: 'AUTH_SUCCESS', user, session, profile })).toEqual(signedIn);
  });

  test('AUTH_SUCCESS takes an empty profile', () => {
    expect(authReducer(state, { type: 'AUTH_SUCCESS', user, session, profile: null })).toEqual({
      ...signedIn,
      profile: null,
    });
  });

  test('AUTH_ERROR clears the person and stores the error', () => {
    expect(authReducer(state, { type: 'AUTH_ERROR', error })).toEqual(failed);
  });

  test('PROFILE_UPDATED replaces the profile and clears the error', () => {
    const updated = { ...profile, full_name: 'Ada Lovelace' };
    expect(authReducer(state, { type: 'PROFILE_UPDATED', profile: updated })).toEqual({
      ...state,
      profile: updated,
      error: null,
    });
  });

  test('SIGN_OUT resets to the initial state, but initialized and not loading', () => {
    expect(authReducer(state, { type: 'SIGN_OUT' })).toEqual(signedOut);
  });

  test('CLEAR_ERROR clears the error alone', () => {
    expect(authReducer(state, { type: 'CLEAR_ERROR' })).toEqual({ ...state, error: null });
  });
});
