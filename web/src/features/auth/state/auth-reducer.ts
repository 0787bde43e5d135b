/**
 * The app's auth state, and the seven events that change it. A pure function: no requests, no storage.
 */
import type { Session, User } from '@supabase/supabase-js';
import type { AppError } from '../../../lib/errors/app-error.ts';
import type { Profile } from '../../../lib/session/signed-in.ts';

export interface AuthState {
  readonly user: User | null;
  readonly profile: Profile | null;
  readonly session: Session | null;
  readonly loading: boolean;
  readonly error: AppError | null;
  readonly isAuthenticated: boolean;
  readonly isInitialized: boolean;
}

export type AuthEvent =
  | { readonly type: 'AUTH_LOADING' }
  | { readonly type: 'AUTH_INITIALIZED' }
  | {
      readonly type: 'AUTH_SUCCESS';
      readonly user: User;
      readonly session: Session;
      readonly profile: Profile | null;
    }
  | { readonly type: 'AUTH_ERROR'; readonly error: AppError }
  | { readonly type: 'PROFILE_UPDATED'; readonly profile: Profile }
  | { readonly type: 'SIGN_OUT' }
  | { readonly type: 'CLEAR_ERROR' };

export const INITIAL_AUTH_STATE: AuthState = {
  user: null,
  profile: null,
  session: null,
  loading: true,
  error: null,
  isAuthenticated: false,
  isInitialized: false,
};

const SIGNED_OUT: AuthState = { ...INITIAL_AUTH_STATE, loading: false, isInitialized: true };

export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'AUTH_LOADING':
      return { ...state, loading: true, error: null };
    case 'AUTH_INITIALIZED':
      return { ...state, loading: false, isInitialized: true };
    case 'AUTH_SUCCESS': {
      const { user, session, profile } = event;
      return {
        user,
        session,
        profile,
        loading: false,
        error: null,
        isAuthenticated: true,
        isInitialized: true,
      };
    }
    case 'AUTH_ERROR':
      return { ...SIGNED_OUT, error: event.error };
    case 'PROFILE_UPDATED':
      return { ...state, profile: event.profile, error: null };
    case 'SIGN_OUT':
      return SIGNED_OUT;
    case 'CLEAR_ERROR':
      return { ...state, error: null };
  }
}
