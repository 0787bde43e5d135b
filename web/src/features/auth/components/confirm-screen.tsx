/** /auth/confirm: the target of the links in confirmation mails. */
import { useState } from 'react';
import { Navigate } from 'react-router';
import { destinationAfterSignIn, paths, type SignInOrigin } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAuth } from '../state/auth-provider.tsx';
import type { ConfirmationOutcome } from '../state/confirmation-outcome.ts';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';

interface ConfirmScreenProps {
  /** What the server wrote into the link's address. */
  readonly outcome: ConfirmationOutcome;
  /** Where the person was on their way to when they signed up. */
  readonly origin: SignInOrigin | undefined;
}

export function ConfirmScreen({ outcome, origin }: ConfirmScreenProps) {
  const { state } = useAuth();
  const goOn = (
    // The link may have been opened on another device than the one that signed up.
    <ButtonLink
      to={state.isAuthenticated ? paths.dashboard : paths.login}
      state={origin}
      look="primary"
      size="large"
    >
      {state.isAuthenticated ? 'Go to your dashboard' : 'Sign in'}
    </ButtonLink>
  );
  if (outcome === 'expired' || outcome === 'nothing') return <ExpiredLink />;
  // The link's code is being exchanged for a session.
  if (!state.isInitialized || state.loading)
    return (
      <AuthFrame title="Confirming your email…">
        <p role="status" className="text-ink-muted">
          One moment.
        </p>
      </AuthFrame>
    );
  if (outcome === 'half-confirmed')
    return (
      <AuthFrame title="One more link">
        <div className="flex flex-col gap-4">
          <Notice kind="success">
            This address is confirmed. Now open the link that was sent to your other address.
          </Notice>
          {goOn}
        </div>
      </AuthFrame>
    );
  if (origin && state.isAuthenticated) return <Navigate to={destinationAfterSignIn(origin)} replace />;
  return (
    <AuthFrame title="Email confirmed">
      <div className="flex flex-col gap-4">
        <Notice kind="success">Your email address is confirmed.</Notice>
        {goOn}
      </div>
    </AuthFrame>
  );
}

function ExpiredLink() {
  const [email, setEmail] = useState('');
  return (
    <AuthFrame
      title="Link expired"
      description="Links work once, and for a limited time. Enter your address to get a new one."
      footer={<TextLink to={paths.login}>Back to sign in</TextLink>}
    >
      <div className="flex flex-col gap-4">
        <Notice kind="error">This confirmation link is invalid or has expired.</Notice>
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <ResendConfirmationButton email={email} isMain />
      </div>
    </AuthFrame>
  );
}
