/**
 * The others who have the workspace open: those on the same page first, the rest paler. A click follows one of them, to
 * their page and to their caret. A menu has everybody where the bar has no room.
 */
import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useMatch } from 'react-router';
import { personColour } from '../../features/editor/carets/person-colour.ts';
import { useKnownPageForest } from '../../features/pages/api/use-page-forest.ts';
import { membersQuery } from '../../features/workspace/api/workspace-queries.ts';
import { avatarAddress } from '../../lib/avatar-address.ts';
import { FOLLOW_CONTROLS, follow, useFollowedPerson } from '../../lib/following.ts';
import { pagePath, paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MenuItem, MenuPopup } from '../../ui/menus/menu.tsx';
import { WithTooltip } from '../../ui/tooltip.tsx';
import type { PresentPerson } from './present-people.ts';
import '../../features/editor/carets/carets.css';

const MOST_AVATARS = 5;
const MOST_WHERE_NARROW = 2;

interface ShownPerson {
  readonly userId: string;
  readonly name: string;
  readonly picture: string | undefined;
  readonly page: { readonly id: string; readonly name: string } | undefined;
  readonly isOnThisPage: boolean;
  readonly isFollowed: boolean;
}

export function KnownPeople({
  organizationId,
  people,
}: {
  readonly organizationId: string;
  readonly people: readonly PresentPerson[];
}) {
  const openId = useMatch({ path: paths.pagePattern, end: false })?.params.pageId;
  const pages = useKnownPageForest(organizationId)?.pages;
  const followedId = useFollowedPerson();
  const { data: members = [] } = useQuery(membersQuery(organizationId));
  // Names are those of the list of members: a browser may say anything of itself.
  const shown = people.flatMap(({ userId, pageIds }): ShownPerson[] => {
    const member = members.find((one) => one.userId === userId);
    if (!member) return [];
    const isOnThisPage = openId !== undefined && pageIds.includes(openId);
    const known = pageIds.flatMap((id) => pages?.get(id) ?? []);
    const page = isOnThisPage ? pages?.get(openId) : known[0];
    const picture = avatarAddress(userId, member.avatar);
    return [{ userId, name: member.name, picture, isOnThisPage, page, isFollowed: userId === followedId }];
  });
  if (shown.length === 0) return null;
  const followed = shown.find(({ isFollowed }) => isFollowed);
  return (
    <>
      <PeopleBar
        people={shown.toSorted((one, other) => Number(other.isOnThisPage) - Number(one.isOnThisPage))}
      />
      {followed?.page && !followed.isOnThisPage && <Navigate to={pagePath(followed.page.id)} />}
      <p
        role="status"
        className={classNames(
          'pointer-events-none absolute inset-x-0 top-21 z-1 mx-auto w-fit max-w-[calc(100%-2rem)] truncate rounded-full px-3 py-1 text-[0.8125rem] md:top-24',
          followed && `cm-person-${personColour(followed.userId)} person-label shadow-float`,
        )}
      >
        {followed && `Following ${followed.name}`}
      </p>
    </>
  );
}

function PeopleBar({ people }: { readonly people: readonly ShownPerson[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form
    <div
      role="group"
      aria-label={`Also here: ${people.map(({ name }) => name).join(', ')}`}
      className="flex shrink-0 items-center"
      {...FOLLOW_CONTROLS}
    >
      {people.slice(0, MOST_AVATARS).map((person, index) => (
        <PersonButton
          key={person.userId}
          person={person}
          className={index >= MOST_WHERE_NARROW ? 'max-lg:hidden' : undefined}
        />
      ))}
      {people.length > MOST_WHERE_NARROW && <PeopleMenu people={people} />}
    </div>
  );
}

function PersonButton({
  person,
  className,
}: {
  readonly person: ShownPerson;
  readonly className: string | undefined;
}) {
  return (
    <WithTooltip text={`${person.name} · ${whereabouts(person)}`}>
      <button
        type="button"
        aria-label={followLabel(person)}
        onClick={() => toggle(person)}
        className={classNames(
          'group flex size-8 items-center justify-center rounded-full transition-colors hover:bg-hover lg:size-7',
          className,
        )}
      >
        <PersonAvatar person={person} />
      </button>
    </WithTooltip>
  );
}

/** Everybody by name. */
function PeopleMenu({ people }: { readonly people: readonly ShownPerson[] }) {
  const [narrow, wide] = [people.length - MOST_WHERE_NARROW, people.length - MOST_AVATARS];
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="Everyone who is here"
        className={classNames(
          'flex h-8 min-w-8 items-center justify-center rounded-full px-1 text-xs text-ink-muted transition-colors hover:bg-hover data-popup-open:bg-hover lg:h-7 lg:min-w-7',
          wide <= 0 && 'lg:hidden',
        )}
      >
        <span className="lg:hidden">+{narrow}</span>
        <span className="max-lg:hidden">+{wide}</span>
      </Menu.Trigger>
      <MenuPopup label="People here" align="end">
        {people.map((person) => (
          <MenuItem
            key={person.userId}
            aria-label={`${followLabel(person)}, ${whereabouts(person)}`}
            onClick={() => toggle(person)}
            {...FOLLOW_CONTROLS}
          >
            <PersonAvatar person={person} />
            <span className="min-w-0 max-w-60 flex-1">
              <span dir="auto" className="block truncate text-left">
                {person.name}
              </span>
              <span className="block truncate text-xs text-ink-muted">{whereabouts(person)}</span>
            </span>
          </MenuItem>
        ))}
      </MenuPopup>
    </Menu.Root>
  );
}

/** On the page that is open, in the colour of the caret. */
function PersonAvatar({
  person: { userId, name, picture, isOnThisPage, isFollowed },
}: {
  readonly person: ShownPerson;
}) {
  return (
    <span
      className={classNames(
        'flex rounded-full',
        `cm-person-${personColour(userId)}`,
        isFollowed && 'ring-2 ring-(--person) ring-offset-2 ring-offset-canvas',
      )}
    >
      <Avatar
        name={name}
        picture={picture}
        className={classNames(
          'size-6 text-[0.6875rem]',
          isOnThisPage ? 'person-label' : 'opacity-60',
          // The colour of the caret stays around a picture.
          isOnThisPage && picture !== undefined && 'p-0.5 *:rounded-full',
        )}
      />
    </span>
  );
}

function toggle({ userId, isFollowed }: ShownPerson): void {
  follow(isFollowed ? undefined : userId);
}

function followLabel({ name, isFollowed }: ShownPerson): string {
  return isFollowed ? `Stop following ${name}` : `Follow ${name}`;
}

function whereabouts({ page }: ShownPerson): string {
  return page?.name ?? 'In this workspace';
}
