/** The notice above the list: something is missing, results are on their way, or there are none. */
import type { ReactNode } from 'react';
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import type { Search } from '../state/use-search.ts';

export function SearchNotice({ search, typed }: { readonly search: Search; readonly typed: string }) {
  const nothing = typed !== '' && search.found.length === 0;
  if (search.hasFailed)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5">
        <div className="min-w-0 flex-1">
          Search failed. Only the names of pages are searched now.
          <RequestId id={requestIdOf(search.failure)} />
        </div>
        <Button onClick={search.retry}>Try again</Button>
      </div>
    );
  if (search.isPending && nothing)
    return (
      <Line>
        <SkeletonRows rows={3} label="Searching" />
      </Line>
    );
  if (search.isOffline)
    return (
      <Line>
        {nothing
          ? `You are offline, and no page is called “${typed}”.`
          : 'You are offline. Only the names of pages are searched.'}
      </Line>
    );
  if (nothing) return <Line>{`No page contains “${typed}”.`}</Line>;
  return null;
}

function Line({ children }: { readonly children: ReactNode }) {
  return <div className="px-4 py-3 text-ink-muted wrap-anywhere">{children}</div>;
}
