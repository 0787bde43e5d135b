/** The place where a person is: the known parts of the address, and a page's ancestors by name. */
import { useLocation, useMatch } from 'react-router';
import { useKnownPageForest } from '../../../../../features/pages/api/use-page-forest.ts';
import type { TreePage } from '../../../../../features/pages/tree/page-forest.ts';
import { pagePath, paths } from '../../../../../lib/paths.ts';
import { CrumbList } from './crumb-list.tsx';
import { type Crumb, knownCrumbs } from './known-crumbs.ts';

export function Breadcrumbs({ organizationId }: { readonly organizationId: string | undefined }) {
  const { pathname } = useLocation();
  const pageId = useMatch({ path: paths.pagePattern, end: false })?.params.pageId;
  const isHistory = useMatch(paths.pageHistoryPattern) !== null;
  const known = knownCrumbs(pathname);
  if (pageId === undefined || organizationId === undefined) return <CrumbList crumbs={known} />;
  return (
    <PageCrumbs
      organizationId={organizationId}
      pageId={pageId}
      before={known}
      after={isHistory ? [{ name: 'Version history' }] : []}
    />
  );
}

interface PageCrumbsProps {
  readonly organizationId: string;
  readonly pageId: string;
  readonly before: readonly Crumb[];
  readonly after: readonly Crumb[];
}

function PageCrumbs({ organizationId, pageId, before, after }: PageCrumbsProps) {
  const forest = useKnownPageForest(organizationId);
  const page = forest?.pages.get(pageId);
  const line = forest && page ? [...forest.ancestorsOf(pageId), page] : [];
  return <CrumbList crumbs={[...before, ...line.map(crumbOf), ...after]} />;
}

function crumbOf({ id, name, look }: TreePage): Crumb {
  return { name, to: pagePath(id), icon: look?.icon };
}
