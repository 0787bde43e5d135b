/** Sends the confirmation mail again and says how that went. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { resendConfirmation } from '../api/resend-confirmation.ts';
import { useSubmission } from '../state/use-submission.ts';

export function ResendConfirmationButton({ email }: { readonly email: string }) {
  const [sent, setSent] = useState(false);
  const { pending, error, submit } = useSubmission(
    () => resendConfirmation(email),
    () => setSent(true),
  );
  return (
    <div className="space-y-2">
      <Button onClick={submit} disabled={pending || email.trim() === ''}>
        {pending ? 'Sending…' : 'Resend confirmation email'}
      </Button>
      <p role="status" className="text-[0.8125rem] empty:hidden">
        {error?.message ?? (sent ? 'Sent. Please check your email.' : '')}
      </p>
    </div>
  );
}
