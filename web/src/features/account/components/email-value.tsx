/** The email address: another one takes the present password, and counts once its mail is answered. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { checkEmail, normalizeEmail } from '../../../lib/validation.ts';
import { EditableValue } from '../../../ui/fields/editable-value.tsx';
import { hasPasswordQuery } from '../api/account-queries.ts';
import { useUpdateEmail } from '../api/update-email.ts';
import { isWrongPassword } from '../state/wrong-password.ts';
import { PresentPassword } from './present-password.tsx';

interface EmailValueProps {
  readonly email: string;
  /** The address that waits to be verified. */
  readonly newEmail: string | undefined;
}

export function EmailValue({ email, newEmail }: EmailValueProps) {
  const { user } = useSignedIn();
  const { data: hasPassword = true } = useQuery(hasPasswordQuery(user.id));
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const update = useUpdateEmail();
  const pending = (typed: string | undefined) => {
    const shown = typed === undefined ? newEmail : normalizeEmail(typed);
    return shown && shown !== email ? (
      <span className="font-normal text-warning">(Verification pending)</span>
    ) : undefined;
  };
  const edit = (typed: string) => {
    setPassword(typed);
    update.reset();
  };
  return (
    <EditableValue
      label="Email Address"
      value={email}
      type="email"
      autoComplete="email"
      hint={pending}
      check={checkEmail}
      proof={
        hasPassword && (
          <PresentPassword
            ref={field}
            value={password}
            onChange={edit}
            error={isWrongPassword(update.error) ? update.error?.message : undefined}
          />
        )
      }
      isProven={!hasPassword || password !== ''}
      onSave={(typed) => update.mutateAsync({ typed, password }, { onError: () => field.current?.select() })}
      onClose={() => edit('')}
    />
  );
}
