/** /auth/confirm: the target of the links in confirmation mails. */
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAuth } from '../state/auth-provider.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';

/** @param outcome what the server wrote into the link's address */
export function ConfirmScreen({ outcome }: { readonly outcome: 'confirmed' | 'expired' | 'nothing' }) {
  const { state } = useAuth();
  if (outcome !== 'confirmed') return <ExpiredLink />;
  return (
    <AuthFrame title="Email confirmed">
      <div className="flex flex-col gap-4">
        <Notice kind="success">Your email address is confirmed.</Notice>
        {/* The link may have been opened on another device than the one that signed up. */}
        <ButtonLink to={state.isAuthenticated ? paths.dashboard : paths.login} look="primary" size="large">
          {state.isAuthenticated ? 'Go to your dashboard' : 'Sign in'}
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}

function ExpiredLink() {
  const [email, setEmail] = useState('');
  return (
    <AuthFrame title="Link expired" footer={<TextLink to={paths.login}>Back to sign in</TextLink>}>
      <div className="flex flex-col gap-4">
        <Notice kind="error">This confirmation link is invalid or has expired.</Notice>
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <ResendConfirmationButton email={email} />
      </div>
    </AuthFrame>
  );
}
