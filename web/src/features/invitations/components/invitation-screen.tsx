/** /invite: the content of an invitation, and the way in, by an account of one's own or a new one. */
import type { User } from '@supabase/supabase-js';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { AuthFrame } from '../../auth/auth-frame.ts';
import { useInvitation } from '../state/use-invitation.ts';
import { ClosedInvitation } from './closed-invitation.tsx';
import { OpenInvitation } from './open-invitation.tsx';

interface InvitationScreenProps {
  readonly token: string;
  /** Undefined for a person who is not signed in. */
  readonly user: User | undefined;
  readonly onSignOut: () => void;
}

export function InvitationScreen({ token, user, onSignOut }: InvitationScreenProps) {
  const [lookup, retry] = useInvitation(token);
  if (lookup.kind === 'pending') return <OpeningInvitation />;
  if (lookup.kind === 'failed')
    return (
      <AuthFrame title="Invitation">
        <ErrorState
          title="The invitation could not be shown."
          failure={lookup.error}
          action={<Button onClick={retry}>Try again</Button>}
        >
          {lookup.error.message}
        </ErrorState>
      </AuthFrame>
    );
  const { invitation } = lookup;
  if (invitation?.state === 'open' && !invitation.membership)
    return <OpenInvitation token={token} invitation={invitation} user={user} onSignOut={onSignOut} />;
  return (
    <ClosedInvitation
      invitation={invitation}
      action={
        <ButtonLink to={user ? paths.dashboard : paths.login} look="primary" size="large">
          {user ? 'Go to your dashboard' : 'Sign in'}
        </ButtonLink>
      }
      userId={user?.id}
    />
  );
}

export function OpeningInvitation() {
  return (
    <AuthFrame title="Invitation">
      <p role="status" className="text-ink-muted">
        One moment.
      </p>
    </AuthFrame>
  );
}
