/** One member: name, address, role, and what may be done about them. */
import { Menu } from '@base-ui/react/menu';
import { Crown, Ellipsis, Eye, LogOut, Shield, UserMinus } from 'lucide-react';
import { Fragment } from 'react';
import { ROLE_NAMES, type WorkspaceRole } from '../../../lib/current-workspace.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MenuItem, MenuPopup, MenuSeparator } from '../../../ui/menus/menu.tsx';
import type { Member } from '../api/workspace-queries.ts';
import type { MemberAction } from '../state/member-actions.ts';

const ROLE_ICONS: Readonly<Record<WorkspaceRole, typeof Crown>> = {
  owner: Crown,
  admin: Shield,
  member: Eye,
};

const ACTIONS: Readonly<Record<MemberAction, { readonly name: string; readonly icon: typeof Crown }>> = {
  'make-owner': { name: 'Make owner', icon: Crown },
  'make-admin': { name: 'Make admin', icon: Shield },
  'make-member': { name: 'Make member', icon: Eye },
  'hand-over': { name: 'Hand over ownership…', icon: Crown },
  remove: { name: 'Remove…', icon: UserMinus },
  leave: { name: 'Leave workspace…', icon: LogOut },
};

interface MemberRowProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly actions: readonly MemberAction[];
  readonly onAction: (action: MemberAction) => void;
}

export function MemberRow({ member, isSelf, actions, onAction }: MemberRowProps) {
  const Icon = ROLE_ICONS[member.role];
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Avatar name={member.name} className="size-8 text-xs" />
      {/* With little room the role goes below the address. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex items-center gap-2">
            <span className="truncate font-medium" title={member.name}>
              {member.name}
            </span>
            {isSelf && <Badge>You</Badge>}
          </p>
          <p className="truncate text-[0.8125rem] text-ink-muted" title={member.email}>
            {member.email}
          </p>
        </div>
        <span className="inline-flex shrink-0 items-center gap-1.5 text-[0.8125rem] text-ink-muted">
          <Icon aria-hidden className="size-4" />
          {ROLE_NAMES[member.role]}
        </span>
      </div>
      {actions.length > 0 ? (
        <MemberMenu name={member.name} actions={actions} onAction={onAction} />
      ) : (
        // Keeps the roles in one column.
        <span className="size-8 shrink-0" />
      )}
    </li>
  );
}

interface MemberMenuProps extends Pick<MemberRowProps, 'actions' | 'onAction'> {
  readonly name: string;
}

function MemberMenu({ name, actions, onAction }: MemberMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <IconButton label={`Manage ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      <MenuPopup label={name} align="end">
        {actions.map((action, index) => {
          const { name: label, icon: Icon } = ACTIONS[action];
          const isParting = action === 'remove' || action === 'leave';
          return (
            <Fragment key={action}>
              {isParting && index > 0 && <MenuSeparator />}
              <MenuItem danger={isParting} onClick={() => onAction(action)}>
                <Icon aria-hidden />
                {label}
              </MenuItem>
            </Fragment>
          );
        })}
      </MenuPopup>
    </Menu.Root>
  );
}
