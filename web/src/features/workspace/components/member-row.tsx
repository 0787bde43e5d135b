/** One member: name, address, role, and a way to remove them. */
import { Crown, Eye, Shield, UserMinus } from 'lucide-react';
import { ROLE_NAMES, type WorkspaceRole } from '../../../lib/current-workspace.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Member } from '../api/workspace-queries.ts';

const ROLE_ICONS: Readonly<Record<WorkspaceRole, typeof Crown>> = {
  owner: Crown,
  admin: Shield,
  member: Eye,
};

interface MemberRowProps {
  readonly member: Member;
  /** Missing where this person may not remove that one. */
  readonly onRemove?: () => void;
}

export function MemberRow({ member, onRemove }: MemberRowProps) {
  const Icon = ROLE_ICONS[member.role];
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Avatar name={member.name} className="size-8 text-xs" />
      {/* With little room the role goes below the address. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-medium" title={member.name}>
            {member.name}
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
      {onRemove && (
        <IconButton label={`Remove ${member.name}`} onClick={onRemove}>
          <UserMinus aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
