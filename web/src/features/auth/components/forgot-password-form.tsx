/** Asks whose password was forgotten. */
import type { FormEvent } from 'react';
import { checkEmail } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { sendResetEmail } from '../api/send-reset-email.ts';
import { useSubmission } from '../state/use-submission.ts';

interface ForgotPasswordFormProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
  /** Told where the mail can be read, when that is on this machine. */
  readonly onSent: (outbox: string | undefined) => void;
}

export function ForgotPasswordForm({ email, onChange, onSent }: ForgotPasswordFormProps) {
  const { problems, accept, clear } = useFieldProblems<'email'>();
  const { submit, pending, error, clearError } = useSubmission(() => sendResetEmail(email), onSent);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (accept(event.currentTarget, { email: checkEmail(email) })) void submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {error && (
        <Notice kind="error" failure={error}>
          {error.message}
        </Notice>
      )}
      <TextField
        label="Email address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => {
          onChange(event.target.value);
          clear();
          clearError();
        }}
        error={problems.email}
      />
      <Button type="submit" look="primary" size="large" busy={pending} disabled={email.trim() === ''}>
        {pending ? 'Sending…' : 'Send reset link'}
      </Button>
    </form>
  );
}
