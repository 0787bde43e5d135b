/** Lines of text that are on their way. */
import { Skeleton } from '../../../ui/states/skeleton.tsx';

export function PageSkeleton() {
  return (
    <div className="page-skeleton">
      <Skeleton className="h-4" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-3/4" />
    </div>
  );
}
