/** Where a person is: the known parts of the address, and a page's ancestors by name. */
import { ChevronRight } from 'lucide-react';
import { Fragment, Suspense } from 'react';
import { Link, useLocation, useMatch } from 'react-router';
import { usePageForest } from '../../features/pages/api/use-page-forest.ts';
import { pagePath, paths } from '../../lib/paths.ts';
import { type Crumb, knownCrumbs } from './known-crumbs.ts';

export function Breadcrumbs({ organizationId }: { readonly organizationId: string | undefined }) {
  const { pathname } = useLocation();
  const pageId = useMatch(paths.pagePattern)?.params.pageId;
  const known = knownCrumbs(pathname);
  if (pageId === undefined || organizationId === undefined) return <CrumbList crumbs={known} />;
  return (
    <Suspense fallback={<CrumbList crumbs={known} />}>
      <PageCrumbs organizationId={organizationId} pageId={pageId} before={known} />
    </Suspense>
  );
}

interface PageCrumbsProps {
  readonly organizationId: string;
  readonly pageId: string;
  readonly before: readonly Crumb[];
}

function PageCrumbs({ organizationId, pageId, before }: PageCrumbsProps) {
  const forest = usePageForest(organizationId);
  const page = forest.pages.get(pageId);
  const line = page ? [...forest.ancestorsOf(pageId), page] : [];
  return <CrumbList crumbs={[...before, ...line.map(({ id, name }) => ({ name, to: pagePath(id) }))]} />;
}

function CrumbList({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const last = crumbs.length - 1;
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1 overflow-hidden">
      <ol className="flex items-center gap-1 whitespace-nowrap text-[0.8125rem]">
        {crumbs.map(({ name, to }, index) => (
          <Fragment key={to ?? name}>
            {index > 0 && (
              <li aria-hidden className="hidden sm:block">
                <ChevronRight className="size-3.5 text-ink-muted" />
              </li>
            )}
            <li className={index < last ? 'hidden min-w-0 shrink truncate sm:block' : 'min-w-0 truncate'}>
              {index === last ? (
                <span aria-current="page" className="px-1 font-medium">
                  {name}
                </span>
              ) : to === undefined ? (
                <span className="px-1 text-ink-muted">{name}</span>
              ) : (
                <Link
                  to={to}
                  className="rounded-sm px-1 py-0.5 text-ink-muted hover:text-ink hover:underline"
                >
                  {name}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
