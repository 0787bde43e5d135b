/** The workspaces one belongs to, the open one ticked, and what there is to do about them. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { List, Plus, SlidersHorizontal } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { chooseWorkspace, membershipsQuery, ROLE_NAMES } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { MenuLinkItem, MenuSeparator } from '../../../ui/menus/menu.tsx';
import { MenuChoice } from '../../../ui/menus/menu-choice.tsx';
import { CREATING } from '../state/creating.ts';

interface WorkspaceMenuProps {
  readonly currentId: string;
  readonly onNavigate: (() => void) | undefined;
}

export function WorkspaceMenu({ currentId, onNavigate }: WorkspaceMenuProps) {
  const { user } = useSignedIn();
  const { data: workspaces } = useSuspenseQuery(membershipsQuery(user.id));
  const navigate = useNavigate();
  const open = (id: string) => {
    if (id === currentId) return;
    onNavigate?.();
    chooseWorkspace(user.id, id);
    navigate(paths.dashboard);
  };
  return (
    <>
      <MenuChoice
        label="Workspaces"
        // Beside the longest list, what stands below it stays in view.
        className="-m-1 max-h-[min(24rem,50dvh)] overflow-y-auto p-1"
        options={workspaces.map(({ id, name, avatar, role }) => ({
          value: id,
          name,
          detail: ROLE_NAMES[role],
          mark: (
            <Avatar
              name={name}
              picture={avatarAddress(id, avatar)}
              of="workspace"
              className="size-7 text-xs"
            />
          ),
        }))}
        value={currentId}
        onChange={open}
        closes
      />
      <MenuSeparator />
      <MenuLinkItem render={<Link to={paths.workspaceSettings} />} onClick={onNavigate} closeOnClick>
        <SlidersHorizontal aria-hidden />
        Workspace settings
      </MenuLinkItem>
      <MenuLinkItem
        render={<Link to={paths.organizations} state={CREATING} />}
        onClick={onNavigate}
        closeOnClick
      >
        <Plus aria-hidden />
        New workspace
      </MenuLinkItem>
      <MenuLinkItem render={<Link to={paths.organizations} />} onClick={onNavigate} closeOnClick>
        <List aria-hidden />
        All workspaces
      </MenuLinkItem>
    </>
  );
}
