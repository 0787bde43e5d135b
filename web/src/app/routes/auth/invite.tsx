/** /invite#secret: for people with an account and without one, so it stands before the gate. */
import { useLocation } from 'react-router';
import { signOut } from '../../../features/auth/api/sign-out.ts';
import { SecondStepScreen } from '../../../features/auth/components/second-step/second-step-screen.tsx';
import { useAuth } from '../../../features/auth/state/auth-provider.tsx';
import { InvitationScreen, OpeningInvitation } from '../../../features/invitations/invitation-screen.ts';
import { lacksSecondStep } from '../../../lib/session/second-step.ts';

export function Component() {
  const token = useLocation().hash.slice(1);
  const { state } = useAuth();
  if (!state.isInitialized || state.loading) return <OpeningInvitation />;
  const { session, user } = state;
  if (session && lacksSecondStep(session)) return <SecondStepScreen session={session} />;
  return (
    <InvitationScreen
      key={`${token} ${user?.id}`}
      token={token}
      user={user ?? undefined}
      onSignOut={() => void signOut()}
    />
  );
}
