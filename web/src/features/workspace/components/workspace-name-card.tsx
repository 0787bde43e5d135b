/** The workspace's name, which its owner and admins may change. */
import type { CurrentWorkspace } from '../../../lib/current-workspace.ts';
import { LONGEST_WORKSPACE_NAME } from '../../../lib/limits.ts';
import { EditableValue } from '../../../ui/fields/editable-value.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useRenameWorkspace } from '../api/rename-workspace.ts';

interface WorkspaceNameCardProps {
  readonly workspace: CurrentWorkspace;
  readonly canEdit: boolean;
}

export function WorkspaceNameCard({ workspace, canEdit }: WorkspaceNameCardProps) {
  const rename = useRenameWorkspace(workspace.id);
  const check = (name: string) => (name.trim() === '' ? 'Workspace name is required' : undefined);
  return (
    <Card title="General">
      <EditableValue
        label="Workspace Name"
        value={workspace.name}
        canEdit={canEdit}
        check={check}
        maxLength={LONGEST_WORKSPACE_NAME}
        autoComplete="organization"
        onSave={(name) => rename.mutateAsync(name.trim())}
      />
    </Card>
  );
}
