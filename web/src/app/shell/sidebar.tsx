/** The sidebar on wide screens: 80 units open, 16 collapsed; which of both is remembered. */
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link } from 'react-router';
import { useStoredSwitch } from '../../lib/browser/stored-value.ts';
import type { CurrentWorkspace } from '../../lib/current-workspace.ts';
import { paths } from '../../lib/paths.ts';
import { Brand, BrandMark } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SidebarContent } from './sidebar-content.tsx';

export function Sidebar({ workspace }: { readonly workspace: CurrentWorkspace | null }) {
  const [isCollapsed, setCollapsed] = useStoredSwitch('trellis-sidebar-collapsed', false);
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        'hidden shrink-0 flex-col border-e border-line bg-sunken md:flex',
        isCollapsed ? 'w-16' : 'w-80',
      )}
    >
      <div
        className={classNames(
          'flex shrink-0 items-center gap-2 px-3',
          isCollapsed ? 'flex-col py-3' : 'h-12 justify-between',
        )}
      >
        <Link to={paths.dashboard} aria-label="Trellis, dashboard" className="flex rounded-md p-1">
          {isCollapsed ? <BrandMark /> : <Brand />}
        </Link>
        <IconButton
          label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!isCollapsed}
          onClick={() => setCollapsed(!isCollapsed)}
        >
          {isCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
        </IconButton>
      </div>
      <SidebarContent workspace={workspace} isCollapsed={isCollapsed} />
    </aside>
  );
}
