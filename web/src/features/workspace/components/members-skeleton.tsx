/** Stands where the members will be, as high as a workspace of one. */
import { Card } from '../../../ui/layout/card.tsx';
import { Skeleton, SkeletonEntry } from '../../../ui/states/skeleton.tsx';

export function MembersSkeleton() {
  return (
    <Card title="Members" action={<Skeleton className="h-9 w-36" />}>
      <SkeletonEntry label="Loading members" mark="size-8" className="min-h-19 sm:min-h-14" />
    </Card>
  );
}
