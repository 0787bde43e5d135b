/** While a new address waits for its mail to be answered: the mail's code, or another mail. */
import { useRef, useState } from 'react';
import { authReason } from '../../../lib/errors/to-app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { useResendVerification } from '../api/update-email.ts';
import { useVerifyNewEmail } from '../api/verify-new-email.ts';

interface VerifyNewEmailProps {
  readonly email: string;
  readonly newEmail: string;
}

export function VerifyNewEmail({ email, newEmail }: VerifyNewEmailProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const verification = useVerifyNewEmail();
  const resending = useResendVerification(email);
  const verify = (complete: string) => {
    if (verification.isPending) return;
    verification.mutate({ email: newEmail, code: complete }, { onError: () => field.current?.select() });
  };
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-sunken p-3">
      <p className="text-ink-muted">
        We sent a message to <span className="font-medium break-words text-ink">{newEmail}</span>. Open its
        link, or enter its code.
      </p>
      <div className="w-full max-w-64">
        <CodeField
          ref={field}
          label="Code from the email"
          value={code}
          onChange={(digits) => {
            setCode(digits);
            verification.reset();
          }}
          onComplete={verify}
          error={authReason(verification.error)}
          failure={verification.error}
        />
      </div>
      <Button onClick={() => resending.mutate()} busy={resending.isPending}>
        Send it again
      </Button>
    </div>
  );
}
