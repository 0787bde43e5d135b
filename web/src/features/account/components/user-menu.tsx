/** The signed-in person at the foot of the sidebar: who, settings, sign out. */
import { Menu } from '@base-ui/react/menu';
import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MenuChoice, MenuItem, MenuLinkItem, MenuPopup, MenuSeparator } from '../../../ui/menus/menu.tsx';
import { setTheme, type Theme, useTheme } from '../../../ui/theme/theme.ts';
import { useSignOut } from '../state/use-sign-out.ts';

const THEME_OPTIONS = [
  { value: 'system', name: 'System', icon: Monitor },
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
] as const;

interface UserMenuProps {
  /** Shows the picture alone. */
  readonly isCollapsed: boolean;
  /** Asked for the list of keyboard shortcuts. */
  readonly onShortcuts: () => void;
}

export function UserMenu({ isCollapsed, onShortcuts }: UserMenuProps) {
  const { user, profile } = useSignedIn();
  const signOut = useSignOut();
  const theme = useTheme();
  const email = user.email ?? '';
  const name = profile?.display_name || profile?.full_name || email;
  return (
    <Menu.Root>
      <Menu.Trigger
        title={name}
        className={classNames(
          'flex w-full min-w-0 items-center gap-2.5 rounded-md p-1.5 text-start transition-colors hover:bg-hover active:bg-selected data-popup-open:bg-hover',
          isCollapsed && 'justify-center',
        )}
      >
        <Avatar name={name} picture={avatarAddress(user.id, profile?.avatar)} />
        <span className="sr-only">Account: </span>
        <span
          dir="auto"
          className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-left font-medium'}
        >
          {name}
        </span>
      </Menu.Trigger>
      <MenuPopup label="Account" side="top" align="start">
        <div className="max-w-64 px-2.5 py-1.5">
          {name !== email && (
            <p dir="auto" className="truncate text-left font-medium">
              {name}
            </p>
          )}
          <p className="truncate text-[0.8125rem] text-ink-muted">{email}</p>
        </div>
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
      </MenuPopup>
    </Menu.Root>
  );
}
