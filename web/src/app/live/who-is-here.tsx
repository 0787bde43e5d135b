/** The others who have the workspace open: those on the same page first, the rest paler. A menu has their names. */
import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { useKnownPageForest } from '../../features/pages/api/use-page-forest.ts';
import { membersQuery } from '../../features/workspace/api/workspace-queries.ts';
import { pagePath, paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MenuLinkItem, MenuPopup } from '../../ui/menus/menu.tsx';
import { type PresentPerson, usePresentPeople } from './present-people.ts';

const MOST_AVATARS = 5;
const MOST_WHERE_NARROW = 2;

export function WhoIsHere({ organizationId }: { readonly organizationId: string }) {
  const people = usePresentPeople();
  return people.length > 0 && <KnownPeople organizationId={organizationId} people={people} />;
}

interface ShownPerson {
  readonly userId: string;
  readonly name: string;
  readonly page: { readonly id: string; readonly name: string } | undefined;
  readonly isOnThisPage: boolean;
}

function KnownPeople({
  organizationId,
  people,
}: {
  readonly organizationId: string;
  readonly people: readonly PresentPerson[];
}) {
  const openId = useMatch({ path: paths.pagePattern, end: false })?.params.pageId;
  const pages = useKnownPageForest(organizationId)?.pages;
  const { data: members = [] } = useQuery(membersQuery(organizationId));
  // Names are those of the list of members: a browser may say anything of itself.
  const shown = people.flatMap(({ userId, pageIds }): ShownPerson[] => {
    const member = members.find((one) => one.userId === userId);
    if (!member) return [];
    const isOnThisPage = openId !== undefined && pageIds.includes(openId);
    const known = pageIds.flatMap((id) => pages?.get(id) ?? []);
    return [{ userId, name: member.name, isOnThisPage, page: isOnThisPage ? pages?.get(openId) : known[0] }];
  });
  if (shown.length === 0) return null;
  return (
    <PeopleMenu
      people={shown.toSorted((one, other) => Number(other.isOnThisPage) - Number(one.isOnThisPage))}
    />
  );
}

function PeopleMenu({ people }: { readonly people: readonly ShownPerson[] }) {
  const label = `Also here: ${people.map(({ name }) => name).join(', ')}`;
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={label}
        title={label}
        className="order-1 flex shrink-0 items-center -space-x-1.5 rounded-full p-1 transition-colors hover:bg-hover data-popup-open:bg-hover"
      >
        {people.slice(0, MOST_AVATARS).map(({ userId, name, isOnThisPage }, index) => (
          <span
            key={userId}
            className={classNames(
              'rounded-full bg-canvas ring-2 ring-canvas',
              index >= MOST_WHERE_NARROW && 'max-lg:hidden',
            )}
          >
            <Avatar
              name={name}
              className={classNames('size-6 text-[0.6875rem]', !isOnThisPage && 'opacity-60')}
            />
          </span>
        ))}
        <More count={people.length - MOST_WHERE_NARROW} className="lg:hidden" />
        <More count={people.length - MOST_AVATARS} className="max-lg:hidden" />
      </Menu.Trigger>
      <MenuPopup label="People here" align="end">
        {people.map(({ userId, name, page }) => (
          <MenuLinkItem
            key={userId}
            render={<Link to={page ? pagePath(page.id) : paths.workspaceSettings} />}
            closeOnClick
          >
            <Avatar name={name} className="size-6 text-[0.6875rem]" />
            <span className="min-w-0 max-w-60 flex-1">
              <span className="block truncate">{name}</span>
              <span className="block truncate text-xs text-ink-muted">
                {page?.name ?? 'In this workspace'}
              </span>
            </span>
          </MenuLinkItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  );
}

function More({ count, className }: { readonly count: number; readonly className: string }) {
  return (
    count > 0 && (
      <span className={classNames('ps-2.5 pe-0.5 text-xs text-ink-muted', className)}>+{count}</span>
    )
  );
}
