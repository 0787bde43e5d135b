/** /auth/signup: the form, then the dashboard, or the request to confirm the address. */
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { destinationAfterSignIn, paths } from '../../../lib/paths.ts';
import { useAuth } from '../state/auth-provider.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpScreen() {
  const { state } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const [unconfirmed, setUnconfirmed] = useState<string>();

  if (state.isAuthenticated) return <Navigate to={destinationAfterSignIn(location.state)} replace />;

  const signInLink = (
    <TextLink to={paths.login} state={location.state}>
      Sign in
    </TextLink>
  );
  if (unconfirmed !== undefined)
    return (
      <AuthFrame
        title="Check your email"
        description={`We sent a confirmation link to ${unconfirmed}. Open it to finish creating your account.`}
        footer={<>Already confirmed? {signInLink}</>}
      >
        <ResendConfirmationButton email={unconfirmed} />
      </AuthFrame>
    );

  return (
    <AuthFrame
      title="Create your account"
      description="You get a workspace of your own straight away."
      footer={<>Already have an account? {signInLink}</>}
    >
      <SignUpForm
        onSignedIn={() => navigate(paths.dashboard, { replace: true })}
        onConfirmationNeeded={setUnconfirmed}
      />
    </AuthFrame>
  );
}
