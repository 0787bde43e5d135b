/** The workspace a person works in, with the role they really have there. */
import { ROLE_NAMES, useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';

export function WorkspacesCard() {
  const workspace = useCurrentWorkspace();
  return (
    <Card title="Workspaces">
      {workspace ? (
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name={workspace.name} className="size-9 text-sm" />
          <div className="min-w-32 flex-1">
            <p className="truncate font-medium">{workspace.name}</p>
            <p className="text-[0.8125rem] text-ink-muted">{ROLE_NAMES[workspace.role]}</p>
          </div>
          <ButtonLink to={paths.workspaceSettings}>Manage Workspace</ButtonLink>
        </div>
      ) : (
        <p className="text-ink-muted">You are not a member of any workspace.</p>
      )}
    </Card>
  );
}
