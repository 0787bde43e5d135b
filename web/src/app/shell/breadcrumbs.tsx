/** Where a person is: the known parts of the address, and a page's ancestors by name. */
import { Menu } from '@base-ui/react/menu';
import { ChevronRight, Ellipsis } from 'lucide-react';
import { Link, useLocation, useMatch } from 'react-router';
import { useKnownPageForest } from '../../features/pages/api/use-page-forest.ts';
import { pagePath, paths } from '../../lib/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuLinkItem, MenuPopup } from '../../ui/menus/menu.tsx';
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
  return (
    <CrumbList crumbs={[...before, ...line.map(({ id, name }) => ({ name, to: pagePath(id) })), ...after]} />
  );
}

// More would leave each with too few letters to tell it by.
const MOST_IN_VIEW = 5;

/** With little room, what lies between the first and the last folds into a menu; with very little, the first too. */
function CrumbList({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const above = crumbs.slice(0, -1);
  const last = crumbs.at(-1);
  const isDeep = above.length > MOST_IN_VIEW;
  return (
    <nav aria-label="Breadcrumbs" className="@container min-w-0 flex-1">
      <ol className="flex min-h-8 items-center whitespace-nowrap text-[0.8125rem]">
        {above.length > 0 && (
          <li
            className={classNames(
              'flex items-center',
              !isDeep && (above.length > 1 ? '@2xl:hidden' : '@[14rem]:hidden'),
            )}
          >
            <FoldedCrumbs crumbs={above} />
            <Separator />
          </li>
        )}
        {above.map((crumb, index) => (
          <li
            key={crumb.to ?? crumb.name}
            className={classNames(
              'hidden max-w-44 min-w-8 items-center',
              !isDeep && '@2xl:flex',
              index === 0 && 'order-first shrink-0',
              index === 0 && (above.length > 1 ? '@xs:flex' : '@[14rem]:flex'),
            )}
          >
            <CrumbLink {...crumb} />
            <Separator />
          </li>
        ))}
        {last && (
          // Takes what is left, so that the names above it, which are shorter, stay whole for longer.
          <li className="hidden min-w-0 flex-1 truncate px-1 font-medium @[8rem]:block @2xl:min-w-40">
            <span aria-current="page" title={last.name}>
              {last.name}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function CrumbLink({ name, to }: Crumb) {
  const classes = 'min-w-0 truncate rounded-sm px-1 py-0.5 text-ink-muted';
  if (to === undefined) return <span className={classes}>{name}</span>;
  return (
    <Link to={to} title={name} className={`${classes} transition-colors hover:bg-hover hover:text-ink`}>
      {name}
    </Link>
  );
}

function Separator() {
  return <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-muted" />;
}

function FoldedCrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <IconButton label="Show the way here" className="size-7">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      <MenuPopup label="The way here" align="start">
        {crumbs.map(
          ({ name, to }) =>
            to !== undefined && (
              <MenuLinkItem key={to} render={<Link to={to} />} closeOnClick>
                <span className="max-w-64 truncate">{name}</span>
              </MenuLinkItem>
            ),
        )}
      </MenuPopup>
    </Menu.Root>
  );
}
