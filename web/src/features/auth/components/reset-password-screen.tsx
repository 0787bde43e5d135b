/** /auth/reset-password: verifying, invalid link, set a new password, success. */
import { Suspense, use, useState } from 'react';
import { useRedirectLater } from '../../../lib/browser/redirect-later.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { paths } from '../../../lib/paths.ts';
import { RESET_REDIRECT_MS } from '../../../lib/timings.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { RecoveryTokens } from '../state/recovery-tokens.ts';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface ResetPasswordScreenProps {
  /** Those of the link; undefined when it carried none. */
  readonly tokens: RecoveryTokens | undefined;
  readonly isGood: Promise<boolean>;
}

export function ResetPasswordScreen(props: ResetPasswordScreenProps) {
  return (
    <Suspense fallback={<Verifying />}>
      <VerifiedLink {...props} />
    </Suspense>
  );
}

function Verifying() {
  return (
    <AuthFrame title="Verifying your link…">
      <p role="status" className="text-ink-muted">
        One moment.
      </p>
    </AuthFrame>
  );
}

function VerifiedLink({ tokens, isGood }: ResetPasswordScreenProps) {
  const good = use(isGood);
  const [done, setDone] = useState(false);
  useRedirectLater(done ? paths.dashboard : undefined, RESET_REDIRECT_MS);
  const footer = <TextLink to={paths.login}>Back to sign in</TextLink>;

  if (done)
    return (
      <AuthFrame title="Password updated">
        <Notice kind="success">Your new password is set. Taking you to your dashboard…</Notice>
      </AuthFrame>
    );
  if (!tokens || !good)
    return (
      <AuthFrame title="Invalid reset link" footer={footer}>
        <div className="flex flex-col gap-4">
          <Notice kind="error">{sentences.invalidResetLink}</Notice>
          <ButtonLink to={paths.forgotPassword} look="primary" size="large">
            Request a new link
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Set a new password" footer={footer}>
      <NewPasswordForm tokens={tokens} onDone={() => setDone(true)} />
    </AuthFrame>
  );
}
