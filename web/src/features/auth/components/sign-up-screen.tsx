/** /auth/signup: the form, then the dashboard, or the request to confirm the address. */
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { destinationAfterSignIn, emailToSignInWith, paths } from '../../../lib/paths.ts';
import { verifySignUpCode } from '../api/verify-mailed-code.ts';
import { useAuth } from '../state/auth-provider.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { CheckEmailScreen } from './check-email-screen.tsx';
import { ProviderButton } from './provider-button.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';
import { SignUpForm, type WaitingAccount } from './sign-up-form.tsx';

export function SignUpScreen() {
  const { state } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<WaitingAccount>();

  const next = destinationAfterSignIn(location.state);
  if (state.isAuthenticated) return <Navigate to={next} replace />;

  const signInLink = (
    <TextLink to={paths.login} state={location.state}>
      Sign in
    </TextLink>
  );
  if (waiting !== undefined)
    return (
      <CheckEmailScreen
        description={
          <>
            We sent a message to <span className="font-medium text-ink">{waiting.email}</span>. Open its link,
            or enter its code, to finish creating your account.
          </>
        }
        footer={<>Already confirmed? {signInLink}</>}
        verifyCode={(code) => verifySignUpCode(waiting.email, code)}
        // Confirmed, being signed in arrives as an event; the redirect above follows it.
        onVerified={() => {}}
        outbox={waiting.outbox}
        backLabel="Use another address"
        onBack={() => setWaiting(undefined)}
      >
        <ResendConfirmationButton email={waiting.email} next={next} />
      </CheckEmailScreen>
    );

  return (
    <AuthFrame
      title="Create your account"
      description="You get a workspace of your own straight away."
      footer={<>Already have an account? {signInLink}</>}
    >
      <ProviderButton next={next} />
      <SignUpForm
        email={emailToSignInWith(location.state)}
        next={next}
        onSignedIn={() => navigate(next, { replace: true })}
        onConfirmationNeeded={setWaiting}
      />
    </AuthFrame>
  );
}
