/**
 * Feeds the auth state from the client's events, and renews the session in time. session-step.ts decides what
 * an event means. The event callback awaits no call of the client: that would deadlock.
 */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { isConnected } from '../../../../lib/browser/connection.ts';
import { onRefusedRequest } from '../../../../lib/session/refused-requests.ts';
import { sessionStore, supabase } from '../../../../lib/supabase.ts';
import { SESSION_CHECK_INTERVAL_MS, SESSION_REFRESH_THRESHOLD_S } from '../../../../lib/timings.ts';
import { brokenState, sessionOver } from '../auth-failure.ts';
import type { AuthEvent, AuthState } from '../auth-reducer.ts';
import { clearRecoveryTokens, storeRecoveryTokens, tokensOf } from '../recovery-tokens.ts';
import { endReplacedSession } from './end-replaced-session.ts';
import { getProfile } from './get-profile.ts';
import { keepProfile, readKeptProfile } from './kept-profile.ts';
import { isRenewing, questionSession, renewSession } from './renew-session.ts';
import { sessionStep } from './session-step.ts';
import { learnWhetherSignOutWasWished, wasSignOutWished } from './sign-out-wish.ts';
import { readStoredSession, tokenAtStart, userAtStart } from './stored-session.ts';

// The client retries for half a minute before it reports that it could not renew the session.
const START_PATIENCE_MS = 3000;

interface Change {
  readonly event: AuthChangeEvent;
  readonly session: Session | null;
  readonly wasRenewing: boolean;
}

export function useAuthSession(state: AuthState, dispatch: Dispatch<AuthEvent>): void {
  const onChange = useEffectEvent((change: Change) => {
    follow(change, state, dispatch).catch((error) => dispatch(brokenState(error, state.isInitialized)));
  });
  const onCheck = useEffectEvent(() => {
    const left = sessionStore.secondsLeft();
    if (state.session && left !== undefined && left < SESSION_REFRESH_THRESHOLD_S) void renewSession();
  });
  // The first requests of a visit are sent before the session is known to be good.
  const onRefusal = useEffectEvent(async () =>
    state.isAuthenticated || !state.isInitialized ? questionSession() : undefined,
  );
  const onStillWaiting = useEffectEvent(() => {
    const session = readStoredSession();
    if (!state.isInitialized && session) onChange({ event: 'INITIAL_SESSION', session, wasRenewing: false });
  });
  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      const change = { event, session, wasRenewing: isRenewing() };
      setTimeout(() => onChange(change), 0);
    });
    const timer = setInterval(onCheck, SESSION_CHECK_INTERVAL_MS);
    const patience = setTimeout(onStillWaiting, navigator.onLine ? START_PATIENCE_MS : 0);
    const unwatch = onRefusedRequest(() => onRefusal());
    return () => {
      data.subscription.unsubscribe();
      clearInterval(timer);
      clearTimeout(patience);
      unwatch();
    };
  }, []);
}

// The client's events may outpace the reading of profiles: only the latest counts.
let latest: Session | null = null;

async function follow(change: Change, state: AuthState, dispatch: Dispatch<AuthEvent>): Promise<void> {
  const { event, wasRenewing } = change;
  // No session in the event but one in storage: its renewal failed, and it lives on. A sign-out ends it, even
  // if this tab still sees the session that another tab removed.
  const session = change.session ?? (event === 'SIGNED_OUT' ? null : readStoredSession());
  latest = session;
  if (event === 'SIGNED_OUT' && !session) clearRecoveryTokens();
  if (event === 'PASSWORD_RECOVERY' && session) storeRecoveryTokens(tokensOf(session));
  if (session) void endReplacedSession(session);
  const gone = state.session?.access_token ?? tokenAtStart;
  const wasAsked = event === 'SIGNED_OUT' ? await learnWhetherSignOutWasWished(gone) : wasSignOutWished(gone);
  // Meanwhile somebody may have signed in.
  if (latest !== session) return;
  const circumstances = { state, hadSession: userAtStart !== undefined, wasAsked };
  const step = sessionStep(event, session, circumstances);
  if (!session) {
    keepProfile(null);
    if (step === 'begin-signed-out') dispatch({ type: 'AUTH_INITIALIZED' });
    if (step === 'sign-out') dispatch({ type: 'SIGN_OUT' });
    if (step === 'expire') dispatch(sessionOver(wasRenewing));
    return;
  }
  if (step === 'keep-profile')
    return dispatch({ type: 'AUTH_SUCCESS', user: session.user, session, profile: state.profile });
  await load(session, dispatch);
}

async function load(session: Session, dispatch: Dispatch<AuthEvent>): Promise<void> {
  const { user } = session;
  // Show the kept profile at once. Without one, wait for the server if it can be reached.
  const kept = readKeptProfile(user.id);
  if (kept || !isConnected()) dispatch({ type: 'AUTH_SUCCESS', user, session, profile: kept });
  const profile = (await readProfile(session)) ?? kept;
  if (latest !== session) return;
  keepProfile(profile);
  dispatch({ type: 'AUTH_SUCCESS', user, session, profile });
}

let reading: { readonly token: string; readonly profile: ReturnType<typeof getProfile> } | undefined;

/** A session that is renewed as the app opens makes two events: as a renewed one, and as the one that there is. */
function readProfile({ user, access_token: token }: Session): ReturnType<typeof getProfile> {
  if (reading?.token === token) return reading.profile;
  const profile = getProfile(user.id).finally(() => {
    if (reading?.profile === profile) reading = undefined;
  });
  reading = { token, profile };
  return profile;
}
