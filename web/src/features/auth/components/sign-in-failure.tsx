/** Why signing in failed; for an unconfirmed address, with a way to get the confirmation mail again. */
import type { AppError } from '../../../lib/app-error.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ResendConfirmationButton } from './resend-confirmation-button.tsx';

export function SignInFailure({ error, email }: { readonly error: AppError; readonly email: string }) {
  return (
    <Notice kind="error">
      <p>{error.message}</p>
      {error.code === 'EMAIL_NOT_CONFIRMED' && <ResendConfirmationButton email={email} />}
    </Notice>
  );
}
