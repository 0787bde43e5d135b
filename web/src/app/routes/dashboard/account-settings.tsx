/** /dashboard/settings: the account's screen with the download of one's own data in it. */
import { AccountSettingsScreen } from '../../../features/account/components/account-settings-screen.tsx';
import { OwnDataCard } from '../../../features/transfer/own-data-card.tsx';
import { forgetDeletedAccount } from '../../offline/forget-signed-out.ts';

export function Component() {
  return <AccountSettingsScreen ownData={<OwnDataCard />} onDeleted={forgetDeletedAccount} />;
}
