/** The list of versions beside the one that is looked at; where there is no room for both, one after the other. */
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, History } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { type HistoryPage, versionsQuery } from '../api/version-queries.ts';
import { VersionChanges } from './version-changes.tsx';
import { VersionList } from './version-list.tsx';

interface VersionBrowserProps {
  readonly pageId: string;
  readonly page: HistoryPage;
}

export function VersionBrowser({ pageId, page }: VersionBrowserProps) {
  const history = useSuspenseInfiniteQuery(versionsQuery(pageId));
  const [parameters] = useSearchParams();
  const versions = history.data.pages.flatMap((part) => part.versions);
  const wanted = parameters.get('version');
  const chosen = versions.find(({ id }) => id === wanted);
  const shown = chosen ?? versions[0];
  if (!shown) {
    return (
      <EmptyState icon={History} text="No versions yet. One is kept whenever somebody edits this page." />
    );
  }
  return (
    <div className="flex flex-col gap-6 @3xl:flex-row-reverse @3xl:items-start">
      <div
        className={classNames(
          '@3xl:sticky @3xl:top-6 @3xl:block @3xl:w-72 @3xl:shrink-0',
          chosen && 'hidden',
        )}
      >
        <VersionList history={history} versions={versions} shown={shown} page={page} />
      </div>
      <section
        aria-label="Changes"
        className={classNames('min-w-0 flex-1 flex-col gap-4 @3xl:flex', chosen ? 'flex' : 'hidden')}
      >
        <Link to="." className={`${LINK_CLASSES} inline-flex items-center gap-1.5 self-start @3xl:hidden`}>
          <ArrowLeft aria-hidden className="size-4" />
          All versions
        </Link>
        <Region
          key={shown.id}
          name="This version"
          fallback={<SkeletonRows rows={8} label="Loading version" />}
        >
          <VersionChanges pageId={pageId} page={page} version={shown} versions={versions} />
        </Region>
      </section>
    </div>
  );
}
