/** The sidebar on wide screens: 80 units open unless its edge was moved, 16 collapsed; both are remembered. */
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useLoadedWhenIdle } from '../../../../../lib/browser/time/loaded-when-idle.ts';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { paths } from '../../../../../lib/paths.ts';
import { Brand, BrandMark } from '../../../../../ui/brand.tsx';
import { classNames } from '../../../../../ui/class-names.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import { useSidebarCollapsed, useSidebarWidth } from './sidebar-width.ts';

// Nobody drags it before the page is there.
const loadEdge = () => import('./sidebar-edge.tsx');

export function Sidebar({ workspace }: { readonly workspace: CurrentWorkspace | null }) {
  const [isCollapsed, setCollapsed] = useSidebarCollapsed();
  const [width, setWidth] = useSidebarWidth();
  const SidebarEdge = useLoadedWhenIdle(loadEdge, false)?.SidebarEdge;
  const sidebar = useRef<HTMLElement>(null);
  return (
    <aside
      ref={sidebar}
      style={isCollapsed ? undefined : { width }}
      aria-label="Sidebar"
      className={classNames(
        'relative hidden shrink-0 flex-col border-e border-line bg-sunken md:flex',
        isCollapsed && 'w-16',
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
      {!isCollapsed && SidebarEdge && (
        <SidebarEdge
          width={width}
          onDrag={(dragged) => {
            if (sidebar.current) sidebar.current.style.width = `${dragged}px`;
          }}
          onWidth={setWidth}
        />
      )}
    </aside>
  );
}
