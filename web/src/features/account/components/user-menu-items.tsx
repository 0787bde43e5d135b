/** The menu of the signed-in person at the foot of the sidebar: the theme, settings, sign out. */
import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../../ui/menus/menu.tsx';
import { MenuChoice } from '../../../ui/menus/menu-choice.tsx';
import { setTheme, type Theme, useTheme } from '../../../ui/theme/theme.ts';
import { useSignOut } from '../state/use-sign-out.ts';

const THEME_OPTIONS = [
  { value: 'system', name: 'System', icon: Monitor },
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
] as const;

interface UserMenuItemsProps {
  /** Asked for the list of keyboard shortcuts. */
  readonly onShortcuts: () => void;
}

export function UserMenuItems({ onShortcuts }: UserMenuItemsProps) {
  const { user } = useSignedIn();
  const signOut = useSignOut();
  const theme = useTheme();
  return (
    <>
      <MenuSeparator />
      <p aria-hidden className="px-2.5 pt-1.5 pb-0.5 text-xs font-medium text-ink-muted">
        Theme
      </p>
      <MenuChoice<Theme> label="Theme" options={THEME_OPTIONS} value={theme} onChange={setTheme} />
      <MenuSeparator />
      <MenuLinkItem render={<Link to={paths.settings} />} closeOnClick>
        <Settings aria-hidden />
        Settings
      </MenuLinkItem>
      {/* The server says so of the accounts that run it, and asks again at each request. */}
      {user.app_metadata.operator && (
        <MenuLinkItem render={<Link to={paths.operator} />} closeOnClick>
          <Monitor aria-hidden />
          Operator
        </MenuLinkItem>
      )}
      <MenuItem onClick={onShortcuts} keys="?">
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onClick={signOut}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </>
  );
}
