/** All versions by day; the one that is looked at stands out. */
import type { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { dayName, fullTime, timeOfDay } from '../../../lib/format/format-time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import type { HistoryPage } from '../api/version-queries.ts';
import { allAuthorNames, authorPicture, groupByDay, type Version } from '../version.ts';
import { AuthorNames } from './author-names.tsx';

interface VersionListProps {
  readonly history: Pick<
    ReturnType<typeof useSuspenseInfiniteQuery>,
    'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
  >;
  readonly versions: readonly Version[];
  readonly shown: Version;
  readonly page: HistoryPage;
}

export function VersionList({ history, versions, shown, page }: VersionListProps) {
  const now = new Date();
  return (
    <nav
      aria-label="Versions"
      className="flex flex-col gap-4 @3xl:max-h-[calc(100dvh-6rem)] @3xl:overflow-y-auto @3xl:p-1"
    >
      {groupByDay(versions).map(({ day, versions: ofDay }) => (
        <section key={day.getTime()}>
          <h2 className="px-2 pb-1 text-xs font-medium text-ink-muted">{dayName(day, now)}</h2>
          <ul className="flex flex-col gap-0.5">
            {ofDay.map((version) => (
              <li key={version.id}>
                <VersionLink
                  version={version}
                  isShown={version.id === shown.id}
                  isCurrent={version.savedAt === page.updatedAt}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {history.isFetchNextPageError && (
        <div role="alert" className="px-2 text-danger">
          More could not be loaded.
          <RequestId id={requestIdOf(history.error)} />
        </div>
      )}
      {history.hasNextPage && (
        <Button
          className="self-start"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {history.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </nav>
  );
}

interface VersionLinkProps {
  readonly version: Version;
  readonly isShown: boolean;
  readonly isCurrent: boolean;
}

function VersionLink({ version, isShown, isCurrent }: VersionLinkProps) {
  const moment = new Date(version.savedAt);
  return (
    <Link
      to={`?version=${version.id}`}
      aria-current={isShown || undefined}
      title={fullTime(moment)}
      className="flex min-h-12 items-center gap-3 rounded-md px-2 py-1.5 transition-colors hover:bg-hover @3xl:aria-[current]:bg-selected"
    >
      <AuthorAvatars version={version} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <time dateTime={version.savedAt} className="font-medium">
            {timeOfDay(moment)}
          </time>
          {isCurrent && <Badge kind="accent">Current</Badge>}
        </span>
        <span className="block truncate text-[0.8125rem] text-ink-muted" title={allAuthorNames(version)}>
          <AuthorNames version={version} />
        </span>
      </span>
    </Link>
  );
}

/** Two of several people, in the room of one. */
function AuthorAvatars({ version }: { readonly version: Version }) {
  const { names, unnamed } = version.authors;
  const [first, second = 'Someone else'] = names;
  if (!first || names.length + unnamed === 1)
    return <Avatar name={first ?? 'Someone else'} picture={first && authorPicture(version, first)} />;
  return (
    <span aria-hidden className="relative size-7 shrink-0">
      <Avatar
        name={first}
        picture={authorPicture(version, first)}
        className="absolute start-0 top-0 size-5 text-[0.625rem]"
      />
      <Avatar
        name={second}
        picture={authorPicture(version, second)}
        className="absolute end-0 bottom-0 size-5 text-[0.625rem] ring-2 ring-canvas"
      />
    </span>
  );
}
