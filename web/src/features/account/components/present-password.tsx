/** Asks for the present password before it or the address changes: a session alone proves too little. */
import type { Ref } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';

interface PresentPasswordProps {
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** Its error message. */
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function PresentPassword({ value, onChange, error, autoFocus = false, ref }: PresentPasswordProps) {
  const { user } = useSignedIn();
  return (
    <div className="flex flex-col gap-1.5">
      <PasswordField
        ref={ref}
        label="Current password"
        autoComplete="current-password"
        required
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <p>
        <Link to={paths.forgotPassword} state={{ email: user.email }} className={LINK_CLASSES}>
          Forgot password?
        </Link>
      </p>
    </div>
  );
}
