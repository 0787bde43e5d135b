/**
 * Feeds the auth state from the client's events, and renews the session in time (specification section 4, "Session
 * lifecycle"). Nothing of the client is awaited inside its event callback: that would wait for itself.
 */
import type { Session } from '@supabase/supabase-js';
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { AppError } from '../../../lib/app-error.ts';
import { isConnected } from '../../../lib/browser/connection.ts';
import { sentences } from '../../../lib/error-catalogue.ts';
import { SESSION_CHECK_INTERVAL_MS } from '../../../lib/limits.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toAuthError } from '../../../lib/to-app-error.ts';
import { getProfile } from '../api/get-profile.ts';
import type { AuthEvent, AuthState } from './auth-reducer.ts';
import { keepProfile, readKeptProfile } from './kept-profile.ts';
import { isExpired, needsRefresh } from './session-age.ts';
import { readStoredSession } from './stored-session.ts';

// The client goes on asking for half a minute before it says that a session could not be renewed.
const START_PATIENCE_MS = 3000;

export function useAuthSession(state: AuthState, dispatch: Dispatch<AuthEvent>): void {
  const onSession = useEffectEvent((session: Session | null) => takeSession(session, state, dispatch));
  const onCheck = useEffectEvent(() => checkSession(state, dispatch));
  const onStillWaiting = useEffectEvent(() => {
    const stored = readStoredSession();
    if (!state.isInitialized && stored) void takeSession(stored, state, dispatch);
  });
  useEffect(() => {
    // The events of the client may come faster than profiles are read: only the latest counts.
    const { data } = supabase.auth.onAuthStateChange((_event, session) => {
      setTimeout(() => onSession(session), 0);
    });
    const timer = setInterval(onCheck, SESSION_CHECK_INTERVAL_MS);
    const patience = setTimeout(onStillWaiting, navigator.onLine ? START_PATIENCE_MS : 0);
    return () => {
      data.subscription.unsubscribe();
      clearInterval(timer);
      clearTimeout(patience);
    };
  }, []);
}

let latest: Session | null = null;

async function takeSession(
  told: Session | null,
  state: AuthState,
  dispatch: Dispatch<AuthEvent>,
): Promise<void> {
  // Told of none while one is stored: it could not be renewed, which is not its end.
  const session = told ?? readStoredSession();
  latest = session;
  if (!session) {
    keepProfile(null);
    dispatch({ type: state.isInitialized ? 'SIGN_OUT' : 'AUTH_INITIALIZED' });
    return;
  }
  const { user } = session;
  const isSame = state.session?.access_token === session.access_token && state.user?.id === user.id;
  if (isSame) return dispatch({ type: 'AUTH_SUCCESS', user, session, profile: state.profile });
  // Nobody waits for the name they had last time; the first time there is nothing to show before it is read.
  const kept = readKeptProfile(user.id);
  if (kept || !isConnected()) dispatch({ type: 'AUTH_SUCCESS', user, session, profile: kept });
  const profile = (await getProfile(user.id)) ?? kept;
  if (latest !== session) return;
  keepProfile(profile);
  dispatch({ type: 'AUTH_SUCCESS', user, session, profile });
}

async function checkSession({ session }: AuthState, dispatch: Dispatch<AuthEvent>): Promise<void> {
  if (!session || !needsRefresh(session, Date.now())) return;
  const { error } = await supabase.auth.refreshSession();
  // Before it is expired, and without a connection, a failed renewal is tried again at the next check.
  if (!error || !isExpired(session, Date.now()) || toAuthError(error).code === 'NETWORK_ERROR') return;
  dispatch({
    type: 'AUTH_ERROR',
    error: new AppError('TOKEN_EXPIRED', sentences.sessionNotRefreshed, error),
  });
}
