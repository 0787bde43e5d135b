/** /dashboard/settings. */
import type { ReactNode } from 'react';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { DeleteAccountCard } from './deletion/delete-account-card.tsx';
import { DevicesCard, DevicesSkeleton } from './devices-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SignOutCard } from './sign-out-card.tsx';
import { TwoStepCard, TwoStepSkeleton } from './two-step/two-step-card.tsx';
import { WorkspacesCard } from './workspaces-card.tsx';

interface AccountSettingsScreenProps {
  /** The way to take one's data along, which is another feature's. */
  readonly ownData: ReactNode;
  /** Forgets what this browser has kept of a deleted account's. */
  readonly onDeleted: (userId: string) => Promise<void>;
}

export function AccountSettingsScreen({ ownData, onDeleted }: AccountSettingsScreenProps) {
  const { user, profile } = useSignedIn();
  return (
    <Screen title="Settings" description="Your profile, your workspaces, and how you sign in.">
      <ProfileCard
        fullName={profile?.full_name ?? ''}
        displayName={profile?.display_name ?? ''}
        email={user.email ?? ''}
        newEmail={user.new_email}
      />
      <Region name="Your workspaces" fallback={<SkeletonRows rows={2} label="Loading workspaces" />}>
        <WorkspacesCard />
      </Region>
      <PasswordCard />
      <Region name="Two-step verification" fallback={<TwoStepSkeleton />}>
        <TwoStepCard />
      </Region>
      <Region name="Signed-in devices" fallback={<DevicesSkeleton />}>
        <DevicesCard />
      </Region>
      {ownData}
      <SignOutCard />
      <DeleteAccountCard onDeleted={onDeleted} />
    </Screen>
  );
}
