/** The newest lines of the workspace's activity, by day, and more on request. */
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { dayName } from '../../../lib/format/format-time.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { recentActivityQuery } from '../api/get-recent-activity.ts';
import { groupByDay } from '../state/activity.ts';
import { ActivityLine } from './activity-line.tsx';

interface RecentActivityProps {
  readonly organizationId: string;
  /** The button shown while there is no activity. */
  readonly firstStep: ReactNode;
}

export function RecentActivity({ organizationId, firstStep }: RecentActivityProps) {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, error } =
    useSuspenseInfiniteQuery(recentActivityQuery(organizationId));
  const latest = useNow();

  const days = groupByDay(data.pages.flatMap(({ lines }) => lines));
  if (days.length === 0) {
    return (
      <EmptyState
        icon={History}
        text="No recent activity yet. Add a page: changes by you and your team appear here."
        action={firstStep}
      />
    );
  }
  return (
    <div className="@container flex flex-col gap-4">
      {days.map(({ day, lines }) => (
        <section key={day.getTime()}>
          <h3 className="pb-1 text-xs font-medium text-ink-muted">{dayName(day, latest)}</h3>
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <ActivityLine key={line.id} activity={line} now={latest} />
            ))}
          </ul>
        </section>
      ))}
      {isFetchNextPageError && (
        <div role="alert" className="text-danger">
          More could not be loaded.
          <RequestId id={requestIdOf(error)} />
        </div>
      )}
      {hasNextPage && (
        <Button className="self-start" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
