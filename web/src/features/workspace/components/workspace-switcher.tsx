/** Shows the open workspace and leads to the others. The menu loads when a pointer or the focus comes near. */
import { Menu } from '@base-ui/react/menu';
import { ChevronsUpDown } from 'lucide-react';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import type { CurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lateMenu } from '../../../ui/menus/late-menu.tsx';
import { MenuPopup } from '../../../ui/menus/menu.tsx';

const { Content, near } = lateMenu(
  'The list of workspaces',
  async () => (await import('./workspace-menu.tsx')).WorkspaceMenu,
);

interface WorkspaceSwitcherProps {
  readonly workspace: CurrentWorkspace;
  /** Shows the initial alone. */
  readonly isCollapsed: boolean;
  readonly onNavigate: (() => void) | undefined;
}

export function WorkspaceSwitcher({ workspace, isCollapsed, onNavigate }: WorkspaceSwitcherProps) {
  const { id, name, avatar } = workspace;
  return (
    <Menu.Root>
      <Menu.Trigger
        title={name}
        {...near}
        className={classNames(
          'flex h-9 w-full min-w-0 items-center gap-2 rounded-md px-2 text-start transition-colors hover:bg-hover active:bg-selected data-popup-open:bg-hover',
          isCollapsed && 'justify-center',
        )}
      >
        <Avatar name={name} picture={avatarAddress(id, avatar)} of="workspace" className="size-6 text-xs" />
        <span className="sr-only">Workspace: </span>
        <span
          dir="auto"
          className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-left font-medium'}
        >
          {name}
        </span>
        {!isCollapsed && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-muted" />}
      </Menu.Trigger>
      <MenuPopup label="Workspaces" align="start">
        {/* As wide as its button, with the popup’s own edge; wider where only the initial is shown. */}
        <div className="w-[calc(var(--anchor-width)-10px)] max-w-full min-w-70">
          <Content currentId={id} onNavigate={onNavigate} />
        </div>
      </MenuPopup>
    </Menu.Root>
  );
}
