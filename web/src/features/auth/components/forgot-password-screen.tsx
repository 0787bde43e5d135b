/** /auth/forgot-password: asks for the address, then says to look for the mail. */
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { verifyRecoveryCode } from '../api/verify-mailed-code.ts';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { CheckEmailScreen } from './check-email-screen.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

export function ForgotPasswordScreen() {
  const location = useLocation();
  const navigate = useNavigate();
  const [email, setEmail] = useState(typedBefore(location.state));
  const [sent, setSent] = useState<{ readonly outbox: string | undefined }>();
  const footer = <TextLink to={paths.login}>Back to sign in</TextLink>;

  if (!sent)
    return (
      <AuthFrame
        title="Forgot your password?"
        description="We will send you a link to choose a new one."
        footer={footer}
      >
        <ForgotPasswordForm email={email} onChange={setEmail} onSent={(outbox) => setSent({ outbox })} />
      </AuthFrame>
    );
  return (
    <CheckEmailScreen
      description={
        <>
          If <span className="font-medium text-ink">{email.trim()}</span> has an account, a message is on its
          way. Open its link, or enter its code, to choose a new password.
        </>
      }
      footer={footer}
      verifyCode={(code) => verifyRecoveryCode(email, code)}
      onVerified={() => navigate(paths.resetPassword)}
      outbox={sent.outbox}
      backLabel="Try again"
      onBack={() => setSent(undefined)}
    />
  );
}

/** @returns the address that was typed on the sign-in screen already */
function typedBefore(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}
