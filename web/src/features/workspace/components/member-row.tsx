/** A member: name, address, role, and what may be done about them. */
import { Crown, Eye, Shield, UserCog } from 'lucide-react';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { ROLE_NAMES, type WorkspaceRole } from '../../../lib/current-workspace.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Member } from '../api/workspace-queries.ts';

const ROLE_ICONS: Readonly<Record<WorkspaceRole, typeof Crown>> = {
  owner: Crown,
  admin: Shield,
  member: Eye,
};

interface MemberRowProps {
  readonly member: Member;
  readonly isSelf: boolean;
  /** Missing where this person may not change anything about that one. */
  readonly onManage: (() => void) | undefined;
  /** Missing where it is somebody else, or somebody who has to stay. */
  readonly onLeave: (() => void) | undefined;
}

export function MemberRow({ member, isSelf, onManage, onLeave }: MemberRowProps) {
  const Icon = ROLE_ICONS[member.role];
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Avatar
        name={member.name}
        picture={avatarAddress(member.userId, member.avatar)}
        className="size-8 text-xs"
      />
      {/* With little room the role goes below the address. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex items-center gap-2">
            <span dir="auto" className="truncate font-medium" title={member.name}>
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
      {onLeave && <Button onClick={onLeave}>Leave</Button>}
      {onManage && (
        <IconButton label={`Manage ${member.name}`} onClick={onManage}>
          <UserCog aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
