/** The code that the server mails before it accepts a new password from an old session. */
import { authReason } from '../../../lib/errors/to-app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { useMailCodeAgain } from '../api/update-password.ts';

interface MailedCodeProps {
  readonly email: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onComplete: (code: string) => void;
  readonly error: string | undefined;
}

/** The code proves access to the mailbox; an old session alone does not. */
export function MailedCode({ email, error, ...field }: MailedCodeProps) {
  const again = useMailCodeAgain();
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-sunken p-3">
      <p className="text-ink-muted">
        You signed in a while ago. To be sure that it is you, we sent a code to{' '}
        <span className="font-medium break-words text-ink">{email}</span>.
      </p>
      <div className="w-full max-w-64">
        <CodeField
          label="Code from the email"
          {...field}
          error={error ?? authReason(again.error)}
          failure={error === undefined ? again.error : undefined}
          autoFocus
        />
      </div>
      <Button onClick={() => again.mutate()} busy={again.isPending}>
        Send it again
      </Button>
    </div>
  );
}
