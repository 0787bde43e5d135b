/** The danger zone: deleting the workspace, for its owner. */
import { useState } from 'react';
import type { CurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useDeleteWorkspace } from '../api/delete-workspace.ts';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx';

export function DeleteWorkspaceCard({ workspace }: { readonly workspace: CurrentWorkspace }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteWorkspace(workspace.id);
  return (
    <Card title="Danger Zone" danger>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 text-ink-muted">Deletes this workspace and all of its pages for everyone.</p>
        <Button look="danger" disabled={remove.isPending} onClick={() => setAsking(true)}>
          Delete Workspace
        </Button>
      </div>
      <DeleteWorkspaceDialog
        name={workspace.name}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      />
    </Card>
  );
}
