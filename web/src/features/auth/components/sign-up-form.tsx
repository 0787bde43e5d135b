/** The sign-up form (specification section 5). */
import { type FormEvent, useState } from 'react';
import { checkEmail, checkFullName, checkPassword, validationSentences } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type NewAccount, signUp } from '../api/sign-up.ts';
import { useSubmission } from '../state/use-submission.ts';

const EMPTY: NewAccount = { fullName: '', email: '', password: '', confirmation: '' };

interface SignUpFormProps {
  readonly onSignedIn: () => void;
  readonly onConfirmationNeeded: (email: string) => void;
}

export function SignUpForm({ onSignedIn, onConfirmationNeeded }: SignUpFormProps) {
  const [account, setAccount] = useState(EMPTY);
  const { problems, accept, clear } = useFieldProblems<keyof NewAccount>();
  const { submit, pending, error, clearError } = useSubmission(
    () => signUp(account),
    (outcome) => (outcome === 'signed-in' ? onSignedIn() : onConfirmationNeeded(account.email.trim())),
  );

  const field = (name: keyof NewAccount) => ({
    name,
    required: true,
    value: account[name],
    onChange: (event: { target: { value: string } }) => {
      setAccount({ ...account, [name]: event.target.value });
      clear();
      clearError();
    },
    error: problems[name],
  });
  const differ = account.confirmation !== '' && account.password !== account.confirmation;
  const incomplete = Object.values(account).some((value) => value === '') || differ;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = {
      fullName: checkFullName(account.fullName),
      email: checkEmail(account.email),
      password: checkPassword(account.password),
    };
    if (accept(event.currentTarget, found)) submit();
  };

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {error && <Notice kind="error">{error.message}</Notice>}
      <TextField label="Full name" autoComplete="name" {...field('fullName')} />
      <TextField label="Email address" type="email" autoComplete="username" {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={validationSentences.passwordHelper}
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field('confirmation')}
        error={differ ? validationSentences.passwordsDifferOnScreen : undefined}
      />
      <Button type="submit" look="primary" size="large" disabled={pending || incomplete}>
        {pending ? 'Creating account…' : 'Create account'}
      </Button>
    </form>
  );
}
