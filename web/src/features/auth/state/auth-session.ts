/**
 * Feeds the auth state from the client's events, and renews the session in time (specification section 4, "Session
 * lifecycle"). Nothing of the client is awaited inside its event callback: that would wait for itself.
 */
import type { Session } from '@supabase/supabase-js';
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { AppError } from '../../../lib/app-error.ts';
import { sentences } from '../../../lib/error-catalogue.ts';
import { SESSION_CHECK_INTERVAL_MS } from '../../../lib/limits.ts';
import { supabase } from '../../../lib/supabase.ts';
import { getProfile } from '../api/get-profile.ts';
import type { AuthEvent, AuthState } from './auth-reducer.ts';
import { isExpired, needsRefresh } from './session-age.ts';

export function useAuthSession(state: AuthState, dispatch: Dispatch<AuthEvent>): void {
  const onSession = useEffectEvent((session: Session | null) => takeSession(session, state, dispatch));
  const onCheck = useEffectEvent(() => checkSession(state, dispatch));
  useEffect(() => {
    // The events of the client may come faster than profiles are read: only the latest counts.
    const { data } = supabase.auth.onAuthStateChange((_event, session) => {
      setTimeout(() => onSession(session), 0);
    });
    const timer = setInterval(onCheck, SESSION_CHECK_INTERVAL_MS);
    return () => {
      data.subscription.unsubscribe();
      clearInterval(timer);
    };
  }, []);
}

let latest: Session | null = null;

async function takeSession(
  session: Session | null,
  state: AuthState,
  dispatch: Dispatch<AuthEvent>,
): Promise<void> {
  latest = session;
  if (!session) {
    dispatch({ type: state.isInitialized ? 'SIGN_OUT' : 'AUTH_INITIALIZED' });
    return;
  }
  const { user } = session;
  const isSame = state.session?.access_token === session.access_token && state.user?.id === user.id;
  const profile = isSame ? state.profile : await getProfile(user.id);
  if (latest === session) dispatch({ type: 'AUTH_SUCCESS', user, session, profile });
}

async function checkSession({ session }: AuthState, dispatch: Dispatch<AuthEvent>): Promise<void> {
  if (!session || !needsRefresh(session, Date.now())) return;
  const { error } = await supabase.auth.refreshSession();
  // Before it is expired, a failed renewal is tried again at the next check.
  if (!error || !isExpired(session, Date.now())) return;
  dispatch({
    type: 'AUTH_ERROR',
    error: new AppError('TOKEN_EXPIRED', sentences.sessionNotRefreshed, error),
  });
}
