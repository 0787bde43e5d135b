/** The two fields of a new password, and what went wrong with them. */
import { type FormEvent, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { validationSentences } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { resetPassword } from '../api/reset-password.ts';
import type { RecoveryTokens } from '../state/recovery-tokens.ts';
import { isLinkSpent, resetFailureTitle } from '../state/reset-failure-title.ts';
import { useSubmission } from '../state/use-submission.ts';
import { TextLink } from './auth-frame.tsx';

interface NewPasswordFormProps {
  readonly tokens: RecoveryTokens;
  readonly onDone: () => void;
}

export function NewPasswordForm({ tokens, onDone }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { submit, pending, error, clearError } = useSubmission(
    () => resetPassword(tokens, password, confirmation),
    onDone,
  );
  const differ = confirmation !== '' && password !== confirmation;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    clearError();
  };
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" title={resetFailureTitle(error.code)}>
          <p>{error.message}</p>
          {isLinkSpent(error.code) && <TextLink to={paths.forgotPassword}>Request a new link</TextLink>}
        </Notice>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help={validationSentences.passwordHelper}
        required
        value={password}
        onChange={edit(setPassword)}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={edit(setConfirmation)}
        error={differ ? validationSentences.passwordsDifferOnScreen : undefined}
      />
      <Button type="submit" look="primary" size="large" disabled={pending || !password || !confirmation}>
        {pending ? 'Saving…' : 'Set new password'}
      </Button>
    </form>
  );
}
