/**
 * Decides how the auth state answers each event of the auth client. Pure: auth-session.ts passes the events in
 * and carries the decision out.
 */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { AuthState } from '../auth-reducer.ts';

export type SessionStep =
  /** Nobody was signed in when the app started. */
  | 'begin-signed-out'
  | 'sign-out'
  /** The session ended without a sign-out here. */
  | 'expire'
  /** The app already shows the outcome. */
  | 'stay'
  /** Token and user are unchanged, so the profile is, too. */
  | 'keep-profile'
  | 'load-profile';

export interface Circumstances {
  readonly state: Pick<AuthState, 'session' | 'user' | 'isInitialized' | 'isAuthenticated'>;
  /** A session was kept in this browser when the app started. */
  readonly hadSession: boolean;
  /** Somebody pressed "Sign out", in this tab or in another one. */
  readonly wasAsked: boolean;
}

/** @param session the event's, or the stored one if the event has none */
export function sessionStep(
  event: AuthChangeEvent,
  session: Session | null,
  { state, hadSession, wasAsked }: Circumstances,
): SessionStep {
  if (session) return isUnchanged(session, state) ? 'keep-profile' : 'load-profile';
  if (state.isAuthenticated) return event === 'SIGNED_OUT' && !wasAsked ? 'expire' : 'sign-out';
  if (state.isInitialized) return 'stay';
  // The client removes a refused session from storage before it emits the event.
  return hadSession && !wasAsked ? 'expire' : 'begin-signed-out';
}

function isUnchanged(session: Session, { session: known, user }: Circumstances['state']): boolean {
  return (
    known?.access_token === session.access_token &&
    user?.id === session.user.id &&
    user.updated_at === session.user.updated_at
  );
}
