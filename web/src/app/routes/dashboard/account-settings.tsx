/** /dashboard/settings */
export { AccountSettingsScreen as Component } from '../../../features/account/components/account-settings-screen.tsx';
