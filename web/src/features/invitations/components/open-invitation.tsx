/** An invitation to accept: as the signed-in person, after signing in or up, or with another account. */
import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { chooseWorkspace, ROLE_NAMES } from '../../../lib/current-workspace.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { useOnce } from '../../../lib/hooks/use-once.ts';
import { invitePath, paths, type SignInOrigin } from '../../../lib/paths.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { AuthFrame, TextButton } from '../../auth/auth-frame.ts';
import { acceptInvitation } from '../api/accept-invitation.ts';
import type { OpenInvitation as Invitation } from '../api/look-up-invitation.ts';
import { beginJoining, endJoining } from '../state/joining.ts';

interface OpenInvitationProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly user: User | undefined;
  readonly onSignOut: () => void;
}

export function OpenInvitation({ token, invitation, user, onSignOut }: OpenInvitationProps) {
  const { workspace, inviter, role, email } = invitation;
  const isOther = user !== undefined && email !== undefined && normalizeEmail(user.email ?? '') !== email;
  return (
    <AuthFrame
      title={`Join ${workspace}`}
      description={
        <>
          {inviter ?? 'Somebody'} invited you to work in{' '}
          <strong className="font-medium text-ink">{workspace}</strong>. You will be{' '}
          {role === 'admin' ? 'an' : 'a'} {ROLE_NAMES[role].toLowerCase()}.
        </>
      }
      footer={
        user &&
        !isOther && (
          <>
            Signed in as <span className="font-medium break-words text-ink">{user.email}</span>.{' '}
            <TextButton onClick={onSignOut}>Use another account</TextButton>
          </>
        )
      }
    >
      {!user ? (
        <SignInFirst token={token} email={email} />
      ) : isOther ? (
        <OtherAccount email={email} current={user.email ?? ''} onSignOut={onSignOut} />
      ) : (
        <Accept token={token} workspace={workspace} userId={user.id} />
      )}
    </AuthFrame>
  );
}

function SignInFirst({ token, email }: { readonly token: string; readonly email: string | undefined }) {
  const origin: SignInOrigin = { from: invitePath(token), ...(email !== undefined && { email }) };
  return (
    <div className="flex flex-col gap-3">
      {email !== undefined && (
        <p className="text-ink-muted">
          The invitation is for <span className="font-medium break-words text-ink">{email}</span>.
        </p>
      )}
      <ButtonLink
        to={paths.signUp}
        state={origin}
        onClick={() => beginJoining(token)}
        look="primary"
        size="large"
      >
        Create an account
      </ButtonLink>
      <ButtonLink to={paths.login} state={origin} size="large">
        I have an account
      </ButtonLink>
    </div>
  );
}

interface OtherAccountProps {
  readonly email: string;
  readonly current: string;
  readonly onSignOut: () => void;
}

function OtherAccount({ email, current, onSignOut }: OtherAccountProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="warning">
        <p className="break-words">
          This invitation is for <strong>{email}</strong>. You are signed in as <strong>{current}</strong>.
        </p>
      </Notice>
      <Button look="primary" size="large" onClick={onSignOut}>
        Switch account
      </Button>
      <ButtonLink to={paths.dashboard} size="large">
        Go to your dashboard
      </ButtonLink>
    </div>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly workspace: string;
  readonly userId: string;
}

function Accept({ token, workspace, userId }: AcceptProps) {
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const accept = async () => {
    setPending(true);
    setError(undefined);
    try {
      chooseWorkspace(userId, await acceptInvitation(token));
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure;
      setPending(false);
      setError(failure);
      return;
    }
    toast('success', `You are now in ${workspace}`);
    navigate(paths.dashboard, { replace: true });
  };
  // Signing up for it counts as accepting.
  useOnce(() => {
    if (endJoining(token)) void accept();
  });
  return (
    <div className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" failure={error}>
          {error.message}
        </Notice>
      )}
      <Button look="primary" size="large" busy={isPending} onClick={() => void accept()}>
        {isPending ? 'Joining…' : 'Accept invitation'}
      </Button>
    </div>
  );
}
