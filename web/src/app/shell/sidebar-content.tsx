/** The sidebar's content, wherever it stands: workspace, new page, links, the workspace's tree, the person. */
import { Building2, LayoutDashboard, Plug, Plus, Settings, Trash2 } from 'lucide-react';
import { UserMenu } from '../../features/account/components/user-menu.tsx';
import { useOpenPageDialog } from '../../features/pages/state/page-dialogs.ts';
import { WorkspaceSwitcher } from '../../features/workspace/components/workspace-switcher.tsx';
import type { CurrentWorkspace } from '../../lib/current-workspace.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchButton } from './search-button.tsx';
import { SidebarLink } from './sidebar-link.tsx';
import { WorkspacePages } from './workspace-pages.tsx';

interface SidebarContentProps {
  readonly workspace: CurrentWorkspace | null;
  readonly isCollapsed: boolean;
  /** Called when a link or a button led elsewhere, so that a drawer can close. */
  readonly onNavigate?: (() => void) | undefined;
}

export function SidebarContent({ workspace, isCollapsed, onNavigate }: SidebarContentProps) {
  const shared = { isCollapsed, onNavigate };
  return (
    <>
      {workspace && (
        <div className="shrink-0 px-2 pb-1.5">
          <WorkspaceSwitcher workspace={workspace} {...shared} />
        </div>
      )}
      {/* Where the window is too low for everything, this scrolls: links must not push the tree out of sight. */}
      <nav
        aria-label="Workspace"
        className="scroll-shade flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain"
      >
        <div className="flex shrink-0 flex-col gap-0.5 px-2 pb-2">
          {workspace && <AddPageButton {...shared} />}
          {workspace && <SearchButton {...shared} />}
          <SidebarLink to={paths.dashboard} icon={LayoutDashboard} name="Dashboard" {...shared} />
          <SidebarLink to={paths.organizations} icon={Building2} name="Organizations" {...shared} />
        </div>
        {workspace && !isCollapsed ? (
          <WorkspacePages workspace={workspace} onNavigate={onNavigate} />
        ) : (
          <div className="flex-1" />
        )}
        <div className="flex shrink-0 flex-col gap-0.5 border-t border-line p-2">
          {workspace && <SidebarLink to={paths.trash} icon={Trash2} name="Trash" {...shared} />}
          <SidebarLink to={paths.integrations} icon={Plug} name="Integrations" {...shared} />
          <SidebarLink to={paths.settings} icon={Settings} name="Settings" {...shared} />
        </div>
      </nav>
      {/* The way to sign out, in view at any height. */}
      <div className="shrink-0 border-t border-line p-2">
        <UserMenu isCollapsed={isCollapsed} />
      </div>
    </>
  );
}

function AddPageButton({ isCollapsed, onNavigate }: Pick<SidebarContentProps, 'isCollapsed' | 'onNavigate'>) {
  const open = useOpenPageDialog();
  const create = () => {
    onNavigate?.();
    open({ kind: 'create', parentId: null });
  };
  if (isCollapsed)
    return (
      <IconButton label="Add new page" onClick={create} className="mx-auto size-9">
        <Plus aria-hidden />
      </IconButton>
    );
  return (
    <Button onClick={create} className="mb-1 w-full justify-start! border-line! px-2.5!">
      <Plus aria-hidden className="size-4" />
      Add new page
    </Button>
  );
}
