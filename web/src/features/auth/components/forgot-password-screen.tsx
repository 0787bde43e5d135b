/** /auth/forgot-password: asks for the address, then says to look for the mail. */
import { type FormEvent, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { checkEmail } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { sendResetEmail } from '../api/send-reset-email.ts';
import { useSubmission } from '../state/use-submission.ts';
import { AuthFrame, TextLink } from './auth-frame.tsx';

export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const { problems, accept, clear } = useFieldProblems<'email'>();
  const { submit, pending, error, clearError } = useSubmission(
    () => sendResetEmail(email),
    () => setSent(true),
  );
  const footer = <TextLink to={paths.login}>Back to sign in</TextLink>;

  if (sent)
    return (
      <AuthFrame
        title="Check your email"
        description={`If ${email.trim()} has an account, a link to choose a new password is on its way.`}
        footer={footer}
      >
        <p className="text-ink-muted">
          Nothing there? Look in the spam folder, or{' '}
          <button
            type="button"
            onClick={() => setSent(false)}
            className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            Try again
          </button>
        </p>
      </AuthFrame>
    );

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (accept(event.currentTarget, { email: checkEmail(email) })) submit();
  };
  return (
    <AuthFrame
      title="Forgot your password?"
      description="We will send you a link to choose a new one."
      footer={footer}
    >
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        {error && <Notice kind="error">{error.message}</Notice>}
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            clear();
            clearError();
          }}
          error={problems.email}
        />
        <Button type="submit" look="primary" size="large" disabled={pending || email.trim() === ''}>
          {pending ? 'Sending…' : 'Send reset link'}
        </Button>
      </form>
    </AuthFrame>
  );
}
