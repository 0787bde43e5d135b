/** The frame while the workspace is on its way. */
import { Skeleton, SkeletonRows } from '../../../../ui/states/skeleton.tsx';
import { useSidebarCollapsed, useSidebarWidth } from './sidebar/sidebar-width.ts';

export function ShellSkeleton() {
  const [isCollapsed] = useSidebarCollapsed();
  const [width] = useSidebarWidth();
  return (
    <div className="flex h-dvh">
      <div
        style={{ width: isCollapsed ? '4rem' : width }}
        className="hidden shrink-0 border-e border-line bg-sunken p-4 md:block"
      >
        <Skeleton className={isCollapsed ? 'mb-8 h-7' : 'mb-8 h-7 w-28'} />
        <SkeletonRows rows={8} label="Loading workspace" />
      </div>
      <div className="min-w-0 flex-1">
        <div className="h-12 border-b border-line" />
        <ScreenSkeleton />
      </div>
    </div>
  );
}

export function ScreenSkeleton() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-8">
      <Skeleton className="mb-6 h-8 w-56" />
      <SkeletonRows rows={5} label="Loading" />
    </div>
  );
}
