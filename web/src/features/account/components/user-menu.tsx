/** The signed-in person at the foot of the sidebar. What the menu offers loads when a pointer or the focus comes near. */
import { Menu } from '@base-ui/react/menu';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lateMenu } from '../../../ui/menus/late-menu.tsx';
import { MenuPopup } from '../../../ui/menus/menu.tsx';

const { Content, near } = lateMenu(
  'The account menu',
  async () => (await import('./user-menu-items.tsx')).UserMenuItems,
);

interface UserMenuProps {
  /** Shows the picture alone. */
  readonly isCollapsed: boolean;
  /** Asked for the list of keyboard shortcuts. */
  readonly onShortcuts: () => void;
}

export function UserMenu({ isCollapsed, onShortcuts }: UserMenuProps) {
  const { user, profile } = useSignedIn();
  const email = user.email ?? '';
  const name = profile?.display_name || profile?.full_name || email;
  return (
    <Menu.Root>
      <Menu.Trigger
        title={name}
        {...near}
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
        <Content onShortcuts={onShortcuts} />
      </MenuPopup>
    </Menu.Root>
  );
}
