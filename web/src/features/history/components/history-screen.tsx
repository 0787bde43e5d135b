/** /dashboard/pages/:pageId/history: a page's former texts, their authors, and the way back to them. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { iconText } from '../../../lib/page/page-look.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { pagePath, paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { type HistoryPage, historyPageQuery } from '../api/version-queries.ts';
import { VersionBrowser } from './version-browser.tsx';

export function HistoryScreen({ pageId }: { readonly pageId: string }) {
  const { data: page } = useSuspenseQuery(historyPageQuery(pageId));
  if (!page) {
    return (
      <ErrorState
        isScreen
        title="Page not found"
        action={<ButtonLink to={paths.dashboard}>Go to the dashboard</ButtonLink>}
      >
        This page does not exist or you do not have permission to view it.
      </ErrorState>
    );
  }
  return (
    <div className="@container mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-8 sm:py-10">
      <title dir="auto">{`Version history · ${iconText(page.icon ?? undefined)}${pageTitle(page.name)} · Trellis`}</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Version history</h1>
        <p className="mt-1 flex min-w-0 text-ink-muted">
          <WayBack pageId={pageId} page={page} />
        </p>
      </header>
      <Region name="The versions" fallback={<SkeletonRows rows={6} label="Loading versions" />}>
        <VersionBrowser pageId={pageId} page={page} />
      </Region>
    </div>
  );
}

function WayBack({ pageId, page }: { readonly pageId: string; readonly page: HistoryPage }) {
  const name = pageTitle(page.name);
  if (page.isArchived) return <span className="truncate">{`${name} is in the trash.`}</span>;
  return (
    <Link
      to={pagePath(pageId)}
      title={name}
      className={`${LINK_CLASSES} inline-flex min-w-0 items-center gap-1.5`}
    >
      <ArrowLeft aria-hidden className="size-4 shrink-0" />
      <span className="truncate">
        {'Back to '}
        {page.icon && <PageIcon icon={page.icon} className="me-1" />}
        {name}
      </span>
    </Link>
  );
}
