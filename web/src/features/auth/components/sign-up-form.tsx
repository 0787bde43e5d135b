/** The sign-up form. */
import { type FormEvent, useState } from 'react';
import type { AppError } from '../../../lib/errors/app-error.ts';
import { useAsyncValue } from '../../../lib/hooks/use-async-value.ts';
import { LONGEST_FULL_NAME, MINIMUM_PASSWORD_LENGTH } from '../../../lib/limits.ts';
import { paths } from '../../../lib/paths.ts';
import { checkEmail, checkFullName, checkPassword, validationSentences } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type NewAccount, signUp } from '../api/sign-up.ts';
import { readSignUpRules, type SignUpRules } from '../api/sign-up-rules.ts';
import { useSubmission } from '../state/use-submission.ts';
import { TextLink } from './auth-frame.tsx';

const EMPTY: NewAccount = { fullName: '', email: '', password: '', confirmation: '' };

/** An account whose address waits to be confirmed. */
export interface WaitingAccount {
  readonly email: string;
  /** The address at which its mail can be read, when that is on this machine. */
  readonly outbox: string | undefined;
}

interface SignUpFormProps {
  /** Filled in for them. */
  readonly email: string;
  /** The address that the person goes to once they have an account. */
  readonly next: string;
  readonly onSignedIn: () => void;
  readonly onConfirmationNeeded: (waiting: WaitingAccount) => void;
}

export function SignUpForm({ email, next, onSignedIn, onConfirmationNeeded }: SignUpFormProps) {
  const [account, setAccount] = useState({ ...EMPTY, email });
  const { problems, accept, clear } = useFieldProblems<keyof NewAccount>();
  const rules = useAsyncValue(readSignUpRules, '');
  const { submit, pending, error, clearError } = useSubmission(
    () => signUp(account, next),
    (outcome) =>
      outcome.kind === 'signed-in'
        ? onSignedIn()
        : onConfirmationNeeded({ email: account.email.trim(), outbox: outcome.outbox }),
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
    if (accept(event.currentTarget, found)) void submit();
  };

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {rules?.sentence !== undefined && !error && (
        <Notice kind="warning">
          <p>{rules.sentence}</p>
        </Notice>
      )}
      {error && (
        <Notice kind="error" failure={error}>
          <p>{sentenceOf(error, rules)}</p>
          {error.code === 'EMAIL_ALREADY_EXISTS' && <TextLink to={paths.login}>Sign in instead</TextLink>}
        </Notice>
      )}
      <TextField label="Full name" autoComplete="name" maxLength={LONGEST_FULL_NAME} {...field('fullName')} />
      <TextField label="Email address" type="email" autoComplete="username" {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={lengthRule(rules) ?? validationSentences.passwordHelper}
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field('confirmation')}
        error={differ ? validationSentences.passwordsDifferOnScreen : undefined}
      />
      <Button type="submit" look="primary" size="large" busy={pending} disabled={incomplete}>
        {pending ? 'Creating account…' : 'Create account'}
      </Button>
    </form>
  );
}

/** The operator's own rule says more than the code. */
function sentenceOf({ code, message }: AppError, rules: SignUpRules | undefined): string {
  if (code === 'SIGNUP_DISABLED') return rules?.sentence ?? message;
  const isLonger = (rules?.passwordLength ?? 0) > MINIMUM_PASSWORD_LENGTH;
  if (code === 'WEAK_PASSWORD' && isLonger) return lengthRule(rules) ?? message;
  return message;
}

function lengthRule(rules: SignUpRules | undefined): string | undefined {
  return rules?.passwordLength === undefined
    ? undefined
    : `Must be at least ${rules.passwordLength} characters`;
}
