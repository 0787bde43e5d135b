/** Sends the confirmation mail again and says how that went. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { resendConfirmation } from '../api/resend-confirmation.ts';
import { useSubmission } from '../state/use-submission.ts';

interface ResendConfirmationButtonProps {
  readonly email: string;
  /** It is what the screen is for. */
  readonly isMain?: boolean;
  /** The address that the person goes to once their email is confirmed. */
  readonly next?: string;
}

export function ResendConfirmationButton({ email, isMain = false, next }: ResendConfirmationButtonProps) {
  const [sent, setSent] = useState(false);
  const { pending, error, submit } = useSubmission(
    () => resendConfirmation(email, next),
    () => setSent(true),
  );
  return (
    <div className="space-y-2">
      <Button
        onClick={() => void submit()}
        busy={pending}
        disabled={email.trim() === ''}
        {...(isMain && { look: 'primary', size: 'large', className: 'w-full' })}
      >
        {pending ? 'Sending…' : 'Resend confirmation email'}
      </Button>
      <p role="status" className="text-[0.8125rem] text-ink-muted empty:sr-only">
        {error?.message ?? (sent && !pending ? 'Sent. Please check your email.' : '')}
      </p>
    </div>
  );
}
