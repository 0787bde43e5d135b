/** The pages in the sidebar: those kept at hand, those opened last, and the tree of the workspace under its name. */
import { Plus } from 'lucide-react';
import { FavoritePages } from '../../../../../features/pages/components/shortcuts/favorite-pages.tsx';
import { RecentPages } from '../../../../../features/pages/components/shortcuts/recent-pages.tsx';
import { PageTree } from '../../../../../features/pages/components/tree/page-tree.tsx';
import { useOpenPageDialog } from '../../../../../features/pages/state/page-dialogs.ts';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { Region } from '../../../../../ui/states/region.tsx';
import { SkeletonRows } from '../../../../../ui/states/skeleton.tsx';
import { SidebarSection } from './sidebar-section.tsx';

interface WorkspacePagesProps {
  readonly workspace: CurrentWorkspace;
  readonly onNavigate: (() => void) | undefined;
}

export function WorkspacePages({ workspace, onNavigate }: WorkspacePagesProps) {
  const shared = { organizationId: workspace.id, onNavigate };
  return (
    <section
      aria-label="Pages"
      onPointerEnter={loadEditor}
      onFocus={loadEditor}
      className="flex flex-col border-t border-line py-1.5 *:[[role=alert]]:m-2"
    >
      <FavoritePages
        {...shared}
        frame={(list) => (
          <SidebarSection name="Favorites" storageKey="trellis-favorites-open">
            {list}
          </SidebarSection>
        )}
      />
      <RecentPages
        {...shared}
        frame={(list) => (
          <SidebarSection name="Recent" storageKey="trellis-recent-open" isOpenAtFirst={false}>
            {list}
          </SidebarSection>
        )}
      />
      <SidebarSection name={workspace.name} storageKey="trellis-pages-open" action={<NewPageButton />}>
        <Region key={workspace.id} name="The page tree" fallback={<TreeSkeleton />}>
          <PageTree organizationId={workspace.id} {...(onNavigate && { onNavigate })} />
        </Region>
      </SidebarSection>
    </section>
  );
}

/** The plus of the tree's root: like that of a row, it asks for the page's name and description. */
function NewPageButton() {
  const open = useOpenPageDialog();
  return (
    <IconButton
      label="New page with details"
      onClick={() => open({ kind: 'create', parentId: null })}
      className="me-1 size-6 hover:bg-line [&_svg]:size-3.5"
    >
      <Plus aria-hidden />
    </IconButton>
  );
}

function TreeSkeleton() {
  return (
    <div className="px-5">
      <SkeletonRows rows={6} label="Loading pages" />
    </div>
  );
}

/** Called on hover or focus of the tree: the page screen's code loads before the click. */
function loadEditor(): void {
  import('../../page.tsx').catch(() => {
    // Opening the page asks again, and says so when it fails.
  });
}
