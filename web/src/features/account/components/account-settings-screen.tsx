/** /dashboard/settings (specification section 2, "Account settings"). */
import { useSignedIn } from '../../../lib/signed-in.ts';
import { Region } from '../../../ui/region.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SignOutCard } from './sign-out-card.tsx';
import { WorkspacesCard } from './workspaces-card.tsx';

export function AccountSettingsScreen() {
  const { user, profile } = useSignedIn();
  return (
    <Screen title="Settings" description="Your profile and your workspace.">
      <ProfileCard fullName={profile?.full_name ?? ''} email={user.email ?? ''} newEmail={user.new_email} />
      <Region name="Your workspace" fallback={<SkeletonRows rows={2} label="Loading workspaces" />}>
        <WorkspacesCard />
      </Region>
      <SignOutCard />
      <DeleteAccountCard />
    </Screen>
  );
}
