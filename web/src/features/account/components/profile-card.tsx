/** A person's initial, full name, display name and email address. */
import { LONGEST_FULL_NAME } from '../../../lib/limits.ts';
import { checkFullName } from '../../../lib/validation.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { EditableValue } from '../../../ui/fields/editable-value.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useUpdateDisplayName } from '../api/update-display-name.ts';
import { useUpdateFullName } from '../api/update-full-name.ts';
import { EmailValue } from './email-value.tsx';
import { VerifyNewEmail } from './verify-new-email.tsx';

interface ProfileCardProps {
  readonly fullName: string;
  readonly displayName: string;
  readonly email: string;
  /** The address still to be verified. */
  readonly newEmail: string | undefined;
}

export function ProfileCard({ fullName, displayName, email, newEmail }: ProfileCardProps) {
  const updateFullName = useUpdateFullName();
  const updateDisplayName = useUpdateDisplayName();
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
          label="Display name"
          value={displayName}
          autoComplete="nickname"
          maxLength={LONGEST_FULL_NAME}
          hint={(typed) =>
            typed === undefined ? undefined : 'What others see instead of your full name. May be empty.'
          }
          check={() => undefined}
          onSave={(typed) => updateDisplayName.mutateAsync(typed.trim())}
        />
        <EmailValue email={email} newEmail={newEmail} />
        {newEmail && newEmail !== email && (
          <VerifyNewEmail key={newEmail} email={email} newEmail={newEmail} />
        )}
      </div>
    </Card>
  );
}
