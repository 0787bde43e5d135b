/** The sidebar's content, wherever it stands: workspace, new page, links, the workspace's tree, the person. */
import { Building2, LayoutDashboard, Plug, Plus, Settings, Trash2 } from 'lucide-react';
import { UserMenu } from '../../../../../features/account/components/user-menu.tsx';
import { TREE_SCROLLER } from '../../../../../features/pages/components/tree/tree-rows.tsx';
import { useAddPage } from '../../../../../features/pages/state/use-add-page.ts';
import { WorkspaceSwitcher } from '../../../../../features/workspace/components/workspace-switcher.tsx';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { paths } from '../../../../../lib/paths.ts';
import { Button } from '../../../../../ui/button.tsx';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { useOpenShortcuts } from '../shortcuts-host.tsx';
import { SidebarLink } from './sidebar-link.tsx';
import { WorkspacePages } from './workspace-pages.tsx';

interface SidebarContentProps {
  readonly workspace: CurrentWorkspace | null;
  readonly isCollapsed: boolean;
  /** Called when a link or a button led elsewhere, so that a drawer can close. */
  readonly onNavigate?: (() => void) | undefined;
}

interface AddPageButtonProps extends Pick<SidebarContentProps, 'isCollapsed' | 'onNavigate'> {
  readonly organizationId: string;
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
      {/* It scrolls itself only where the window is too low for what stands below the pages. */}
      <nav aria-label="Workspace" className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
        {/* As one: the tree has no scrollbar of its own. */}
        <div
          {...TREE_SCROLLER}
          className="scroll-shade min-h-44 flex-1 scroll-py-2 overflow-y-auto overscroll-contain"
        >
          <div className="flex flex-col gap-0.5">
            <div className="flex flex-col gap-0.5 px-2 pb-2">
              {workspace && <AddPageButton organizationId={workspace.id} {...shared} />}
              {workspace && <SearchButton {...shared} />}
              <SidebarLink to={paths.dashboard} icon={LayoutDashboard} name="Dashboard" {...shared} />
              {/* Of a workspace, its menu leads there. */}
              {!workspace && (
                <SidebarLink to={paths.organizations} icon={Building2} name="Organizations" {...shared} />
              )}
            </div>
            {workspace && !isCollapsed && <WorkspacePages workspace={workspace} onNavigate={onNavigate} />}
          </div>
        </div>
        <div className="flex shrink-0 flex-col gap-0.5 border-t border-line px-2 py-1.5">
          {workspace && <SidebarLink to={paths.trash} icon={Trash2} name="Trash" {...shared} />}
          <SidebarLink to={paths.integrations} icon={Plug} name="Integrations" {...shared} />
          <SidebarLink to={paths.settings} icon={Settings} name="Settings" {...shared} />
        </div>
      </nav>
      {/* The way to sign out, in view at any height. */}
      <div className="shrink-0 border-t border-line px-2 py-1">
        <UserMenu isCollapsed={isCollapsed} onShortcuts={useOpenShortcuts()} />
      </div>
    </>
  );
}

function AddPageButton({ organizationId, isCollapsed, onNavigate }: AddPageButtonProps) {
  const { add, isAdding } = useAddPage(organizationId);
  const create = (click: Pick<MouseEvent, 'detail'>) => {
    onNavigate?.();
    add(click);
  };
  if (isCollapsed)
    return (
      <IconButton label="Add new page" aria-disabled={isAdding} onClick={create} className="mx-auto size-9">
        <Plus aria-hidden />
      </IconButton>
    );
  return (
    <Button
      aria-disabled={isAdding}
      // The second press of a double click would take the focus from the title, if the page is open by then.
      onMouseDown={(press) => press.detail > 1 && press.preventDefault()}
      onClick={create}
      className="mb-1 w-full justify-start! border-line! px-2.5!"
    >
      <Plus aria-hidden className="size-4" />
      Add new page
    </Button>
  );
}
