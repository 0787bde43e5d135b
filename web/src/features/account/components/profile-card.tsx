/** Who a person is: initial, full name and email address. */
import { LONGEST_FULL_NAME } from '../../../lib/limits.ts';
import { checkEmail, checkFullName, normalizeEmail } from '../../../lib/validation.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { EditableValue } from '../../../ui/fields/editable-value.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useUpdateEmail } from '../api/update-email.ts';
import { useUpdateFullName } from '../api/update-full-name.ts';
import { VerifyNewEmail } from './verify-new-email.tsx';

interface ProfileCardProps {
  readonly fullName: string;
  readonly email: string;
  /** The address that waits to be verified. */
  readonly newEmail: string | undefined;
}

export function ProfileCard({ fullName, email, newEmail }: ProfileCardProps) {
  const updateFullName = useUpdateFullName();
  const updateEmail = useUpdateEmail();
  const pending = (typed: string | undefined) => {
    const shown = typed === undefined ? newEmail : normalizeEmail(typed);
    return shown && shown !== email ? (
      <span className="font-normal text-warning">(Verification pending)</span>
    ) : undefined;
  };
  return (
    <Card title="Profile">
      <div className="flex flex-col gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={fullName || email} className="size-14 text-xl" />
          <div className="min-w-0">
            <p className="truncate text-base font-medium">{fullName || email}</p>
            <p className="truncate text-ink-muted">{email}</p>
          </div>
        </div>
        <EditableValue
          label="Full Name"
          value={fullName}
          autoComplete="name"
          maxLength={LONGEST_FULL_NAME}
          check={checkFullName}
          onSave={(typed) => updateFullName.mutateAsync(typed.trim())}
        />
        <EditableValue
          label="Email Address"
          value={email}
          type="email"
          autoComplete="email"
          hint={pending}
          check={checkEmail}
          onSave={(typed) => updateEmail.mutateAsync(typed)}
        />
        {newEmail && newEmail !== email && (
          <VerifyNewEmail key={newEmail} email={email} newEmail={newEmail} />
        )}
      </div>
    </Card>
  );
}
