/** /auth/login: address and password; then back to where one came from. */
import { type FormEvent, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { AppError } from '../../../lib/errors/app-error.ts';
import { destinationAfterSignIn, emailToSignInWith, paths } from '../../../lib/paths.ts';
import { checkEmail, checkPassword } from '../../../lib/validation.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useFieldProblems } from '../../../ui/fields/use-field-problems.ts';
import { Notice } from '../../../ui/notice.tsx';
import { signIn } from '../api/sign-in.ts';
import { useAuth } from '../state/auth-provider.tsx';
import { useSubmission } from '../state/use-submission.ts';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { ProviderButton } from './provider-button.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';

export function LoginScreen() {
  const { state, dispatch } = useAuth();
  const location = useLocation();
  const [email, setEmail] = useState(emailToSignInWith(location.state));
  const [password, setPassword] = useState('');
  const { problems, accept, clear } = useFieldProblems<'email' | 'password'>();
  // Being signed in arrives as an event; the redirect below follows it.
  const submission = useSubmission(
    () => signIn(email, password),
    () => {},
  );

  if (state.isAuthenticated) return <Navigate to={destinationAfterSignIn(location.state)} replace />;

  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    clear();
    submission.clearError();
    if (state.error) dispatch({ type: 'CLEAR_ERROR' });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = { email: checkEmail(email), password: checkPassword(password) };
    if (accept(event.currentTarget, found)) void submission.submit();
  };

  const error = submission.error ?? state.error;
  return (
    <AuthFrame
      title="Sign in"
      description="Welcome back to your workspace."
      footer={
        <>
          New to Trellis?{' '}
          <TextLink to={paths.signUp} state={location.state}>
            Create an account
          </TextLink>
        </>
      }
    >
      <ProviderButton next={destinationAfterSignIn(location.state)} />
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error && <SignInFailure error={error} email={email} />}
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={edit(setEmail)}
          error={problems.email}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={edit(setPassword)}
          error={problems.password}
        />
        <p className="-mt-1 text-end">
          <TextLink to={paths.forgotPassword} state={{ email }}>
            Forgot password?
          </TextLink>
        </p>
        <Button
          type="submit"
          look="primary"
          size="large"
          busy={submission.pending}
          disabled={!email || !password}
        >
          {submission.pending ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </AuthFrame>
  );
}

/** Why it failed; for an unconfirmed address, with a way to get the confirmation mail again. */
function SignInFailure({ error, email }: { readonly error: AppError; readonly email: string }) {
  return (
    <Notice kind="error" failure={error}>
      <p>{error.message}</p>
      {error.code === 'EMAIL_NOT_CONFIRMED' && <ResendConfirmationButton email={email} />}
    </Notice>
  );
}
