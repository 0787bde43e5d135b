/** A person's picture, full name, display name and email address. */
import { LONGEST_FULL_NAME } from '../../../lib/limits.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { checkFullName } from '../../../lib/validation.ts';
import { EditableValue } from '../../../ui/fields/editable-value.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EditAvatar } from '../../avatar/edit-avatar.tsx';
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
  const { user, profile, replaceProfile } = useSignedIn();
  const updateFullName = useUpdateFullName();
  const updateDisplayName = useUpdateDisplayName();
  return (
    <Card title="Profile">
      <div className="flex flex-col gap-5">
        <EditAvatar
          owner={{ kind: 'person', id: user.id, name: fullName || email }}
          avatar={profile?.avatar}
          noun="picture"
          onSaved={(avatar) => profile && replaceProfile({ ...profile, avatar })}
        >
          <div className="min-w-40 flex-1">
            <p dir="auto" className="truncate text-left text-base font-medium">
              {fullName || email}
            </p>
            <p className="truncate text-ink-muted">{email}</p>
          </div>
        </EditAvatar>
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
