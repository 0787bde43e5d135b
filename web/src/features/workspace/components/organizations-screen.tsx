/** /dashboard/organizations: the workspaces a person belongs to, which of them is open, and making another. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { chooseWorkspace, useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { workspacesQuery } from '../api/workspace-queries.ts';
import { CREATING, isCreatingIn } from '../state/creating.ts';
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx';
import { WorkspaceRow } from './workspace-row.tsx';

export function OrganizationsScreen() {
  const { user } = useSignedIn();
  const current = useCurrentWorkspace();
  const { data: workspaces } = useSuspenseQuery(workspacesQuery(user.id));
  const isCreating = isCreatingIn(useLocation().state);
  const navigate = useNavigate();
  const setCreating = (next: boolean) =>
    navigate(paths.organizations, { replace: true, state: next ? CREATING : null });
  const open = (id: string) => {
    chooseWorkspace(user.id, id);
    navigate(paths.dashboard);
  };
  return (
    <Screen
      title="Organizations"
      description="The workspaces you belong to. This device remembers which one is open."
      action={
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4" />
          Create organization
        </Button>
      }
    >
      {workspaces.length === 0 ? (
        <EmptyState
          icon={Building2}
          text="No organizations yet. Create one, or ask somebody for an invitation to theirs."
        />
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
          {workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              isCurrent={workspace.id === current?.id}
              onOpen={() => open(workspace.id)}
            />
          ))}
        </ul>
      )}
      <CreateWorkspaceDialog open={isCreating} onClose={() => setCreating(false)} />
    </Screen>
  );
}
