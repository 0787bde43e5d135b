/** People who were invited, or lost their password to another sign-up, choose one to sign in with from now on. */
import type { Session } from '@supabase/supabase-js';
import { useNavigate } from 'react-router';
import { tokensOf } from '../../state/recovery-tokens.ts';
import { AuthFrame, TextLink } from '../auth-frame.tsx';
import { NewPasswordForm } from '../new-password-form.tsx';

interface ChoosePasswordScreenProps {
  readonly session: Session;
  /** The address that the person goes to then. */
  readonly destination: string;
}

export function ChoosePasswordScreen({ session, destination }: ChoosePasswordScreenProps) {
  const navigate = useNavigate();
  return (
    <AuthFrame
      title="Choose a password"
      description={
        <>
          You are signed in as <span className="font-medium break-words text-ink">{session.user.email}</span>.
          Choose the password that you will sign in with from now on.
        </>
      }
      footer={<TextLink to={destination}>Not now</TextLink>}
    >
      <NewPasswordForm tokens={tokensOf(session)} onDone={() => navigate(destination, { replace: true })} />
    </AuthFrame>
  );
}
