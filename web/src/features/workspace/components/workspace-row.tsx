/** A workspace that a person belongs to: its name, their role, how many are in it, and the way into it. */
import { SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { ROLE_NAMES } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ICON_BUTTON_CLASSES } from '../../../ui/button.tsx';
import type { Workspace } from '../api/workspace-queries.ts';

interface WorkspaceRowProps {
  readonly workspace: Workspace;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

export function WorkspaceRow({ workspace, isCurrent, onOpen }: WorkspaceRowProps) {
  const { id, name, avatar, role, memberCount } = workspace;
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-3">
      <Avatar name={name} picture={avatarAddress(id, avatar)} of="workspace" className="size-9 text-sm" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left font-medium" title={name}>
          {name}
        </p>
        <p className="truncate text-[0.8125rem] text-ink-muted">
          {ROLE_NAMES[role]} · {memberCount === 1 ? '1 member' : `${memberCount} members`}
        </p>
      </div>
      {isCurrent ? (
        <>
          <Badge kind="accent">Open</Badge>
          <Link
            to={paths.workspaceSettings}
            aria-label={`Settings of ${name}`}
            title="Workspace settings"
            className={ICON_BUTTON_CLASSES}
          >
            <SlidersHorizontal aria-hidden />
          </Link>
        </>
      ) : (
        <Button aria-label={`Open ${name}`} onClick={onOpen}>
          Open
        </Button>
      )}
    </li>
  );
}
