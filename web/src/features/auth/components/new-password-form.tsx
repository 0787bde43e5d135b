/** The two fields of a new password, what went wrong with them, and the second step of accounts that have one. */
import type { Session } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { focusFirstProblem } from '../../../lib/focus/forms.ts';
import { paths } from '../../../lib/paths.ts';
import { verifiedFactors } from '../../../lib/session/second-step.ts';
import { claimsOf } from '../../../lib/session/token-claims.ts';
import { validationSentences } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { resetPassword, resetPasswordAfterSecondStep } from '../api/reset-password.ts';
import type { RecoveryTokens } from '../state/recovery-tokens.ts';
import { isLinkSpent, resetFailureTitle } from '../state/reset-failure-title.ts';
import { useSubmission } from '../state/use-submission.ts';
import { TextLink } from './auth-frame.tsx';
import { SecondStepForm } from './second-step/second-step-form.tsx';

interface NewPasswordFormProps {
  readonly tokens: RecoveryTokens;
  readonly onDone: () => void;
}

export function NewPasswordForm({ tokens, onDone }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { submit, pending, error, clearError, challenged, goOn } = useReset(
    tokens,
    [password, confirmation],
    onDone,
  );
  if (challenged) return <ProveBeforeReset session={challenged} onDone={goOn} />;

  const differ = confirmation !== '' && password !== confirmation;
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(await submit())) focusFirstProblem(form);
  };
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    clearError();
  };
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" title={resetFailureTitle(error.code)} failure={error}>
          <p>{error.message}</p>
          {isLinkSpent(error.code) && <TextLink to={paths.forgotPassword}>Request a new link</TextLink>}
        </Notice>
      )}
      {/* Tells password managers whose password this is. */}
      <input
        hidden
        readOnly
        autoComplete="username"
        value={String(claimsOf(tokens.accessToken).email ?? '')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help={validationSentences.passwordHelper}
        required
        value={password}
        onChange={edit(setPassword)}
        {...(error?.code === 'WEAK_PASSWORD' && { 'aria-invalid': true })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={edit(setConfirmation)}
        error={differ ? validationSentences.passwordsDifferOnScreen : undefined}
      />
      <Button type="submit" look="primary" size="large" busy={pending} disabled={!password || !confirmation}>
        {pending ? 'Saving…' : 'Set new password'}
      </Button>
    </form>
  );
}

/** Sets the password with the link's tokens or, once a second step was asked for and passed, with the session's. */
function useReset(
  tokens: RecoveryTokens,
  [password, confirmation]: readonly [string, string],
  onDone: () => void,
) {
  const [challenged, setChallenged] = useState<Session>();
  const [isProven, setProven] = useState(false);
  const { submit, ...submission } = useSubmission(
    (afterSecondStep: boolean) =>
      afterSecondStep
        ? resetPasswordAfterSecondStep(password, confirmation)
        : resetPassword(tokens, password, confirmation),
    (outcome) => (outcome.kind === 'done' ? onDone() : setChallenged(outcome.session)),
  );
  const goOn = () => {
    setChallenged(undefined);
    setProven(true);
    void submit(true);
  };
  return { ...submission, submit: () => submit(isProven), challenged, goOn };
}

interface ProveBeforeResetProps {
  readonly session: Session;
  readonly onDone: () => void;
}

function ProveBeforeReset({ session, onDone }: ProveBeforeResetProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-muted">
        This account uses two-step verification. Enter a code from your authenticator app to set the new
        password.
      </p>
      <SecondStepForm factors={verifiedFactors(session)} onDone={onDone} />
    </div>
  );
}
