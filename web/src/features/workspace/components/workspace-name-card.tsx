/** The workspace's logo and name, which its owner and admins may change. */
import { useQueryClient } from '@tanstack/react-query';
import type { CurrentWorkspace } from '../../../lib/current-workspace.ts';
import { LONGEST_WORKSPACE_NAME } from '../../../lib/limits.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { EditableValue } from '../../../ui/fields/editable-value.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EditAvatar } from '../../avatar/edit-avatar.tsx';
import { useRenameWorkspace } from '../api/rename-workspace.ts';

interface WorkspaceNameCardProps {
  readonly workspace: CurrentWorkspace;
  readonly canEdit: boolean;
}

export function WorkspaceNameCard({ workspace, canEdit }: WorkspaceNameCardProps) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const rename = useRenameWorkspace(workspace.id);
  const check = (name: string) => (name.trim() === '' ? 'Workspace name is required' : undefined);
  return (
    <Card title="General">
      <div className="flex flex-col gap-5">
        <EditAvatar
          owner={{ kind: 'workspace', id: workspace.id, name: workspace.name }}
          avatar={workspace.avatar}
          noun="logo"
          canEdit={canEdit}
          onSaved={() => readAgain(queryClient, madeOldBy.workspace(user.id))}
        />
        <EditableValue
          label="Workspace Name"
          value={workspace.name}
          canEdit={canEdit}
          check={check}
          maxLength={LONGEST_WORKSPACE_NAME}
          autoComplete="organization"
          onSave={(name) => rename.mutateAsync(name.trim())}
        />
      </div>
    </Card>
  );
}
