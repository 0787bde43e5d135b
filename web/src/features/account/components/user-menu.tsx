/** The signed-in person at the foot of the sidebar: who, settings, sign out. */
import { Menu } from '@base-ui/react/menu';
import { LogOut, Settings } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { MenuItem, MenuLinkItem, MenuPopup, MenuSeparator } from '../../../ui/menu.tsx';
import { useSignOut } from '../state/use-sign-out.ts';

/** @param isCollapsed shows the initial alone */
export function UserMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { user, profile } = useSignedIn();
  const signOut = useSignOut();
  const email = user.email ?? '';
  const name = profile?.full_name || email;
  return (
    <Menu.Root>
      <Menu.Trigger className="flex w-full min-w-0 items-center gap-2.5 rounded-md p-1.5 text-start transition-colors hover:bg-hover data-popup-open:bg-hover">
        <Avatar name={name} />
        <span className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1 truncate font-medium'}>
          <span className="sr-only">Account: </span>
          {name}
        </span>
      </Menu.Trigger>
      <MenuPopup label="Account" side="top" align="start">
        <p className="max-w-64 truncate px-2.5 py-1.5 text-[0.8125rem] text-ink-muted">{email}</p>
        <MenuSeparator />
        <MenuLinkItem render={<Link to={paths.settings} />} closeOnClick>
          <Settings aria-hidden />
          Settings
        </MenuLinkItem>
        <MenuItem onClick={signOut}>
          <LogOut aria-hidden />
          Sign out
        </MenuItem>
      </MenuPopup>
    </Menu.Root>
  );
}
