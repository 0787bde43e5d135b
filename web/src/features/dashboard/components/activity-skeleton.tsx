/** Stands where the lines of activity will be, as high as they are. */
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'];

export function ActivitySkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading recent activity</span>
      <Skeleton className="mb-2 h-3 w-16" />
      <div className="divide-y divide-line">
        {WIDTHS.map((width) => (
          <div key={width} className="flex items-center gap-3 py-2.5">
            <Skeleton isRound className="size-7" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
