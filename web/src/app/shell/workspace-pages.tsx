/** The workspace's name, and below it the tree of its pages, which folds away. */
import { ChevronRight } from 'lucide-react';
import { PageTree } from '../../features/pages/components/page-tree.tsx';
import { useStoredSwitch } from '../../lib/browser/stored-value.ts';
import type { CurrentWorkspace } from '../../lib/current-workspace.ts';
import { classNames } from '../../ui/class-names.ts';
import { Region } from '../../ui/states/region.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';

interface WorkspacePagesProps {
  readonly workspace: CurrentWorkspace;
  readonly onNavigate: (() => void) | undefined;
}

export function WorkspacePages({ workspace, onNavigate }: WorkspacePagesProps) {
  const [isOpen, setOpen] = useStoredSwitch('trellis-pages-open', true);
  return (
    <section
      aria-label="Pages"
      onPointerEnter={loadEditor}
      onFocus={loadEditor}
      className="flex flex-1 flex-col border-t border-line pt-2 *:[[role=alert]]:m-2"
    >
      <div className="px-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex h-8 w-full min-w-0 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          <span className="truncate" title={workspace.name}>
            {workspace.name}
          </span>
        </button>
      </div>
      {isOpen && (
        <Region name="The page tree" fallback={<TreeSkeleton />}>
          <PageTree organizationId={workspace.id} {...(onNavigate && { onNavigate })} />
        </Region>
      )}
    </section>
  );
}

function TreeSkeleton() {
  return (
    <div className="px-5">
      <SkeletonRows rows={6} label="Loading pages" />
    </div>
  );
}

/** Whoever comes near the tree is about to open a page: its code is on its way before the click. */
function loadEditor(): void {
  import('../routes/dashboard/page.tsx').catch(() => {
    // Opening the page asks again, and says so when it fails.
  });
}
