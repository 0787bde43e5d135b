/** /dashboard/organizations: the workspaces a person belongs to. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { workspacesQuery } from '../api/workspace-queries.ts';

export function OrganizationsScreen() {
  const { user } = useSignedIn();
  const { data: workspaces } = useSuspenseQuery(workspacesQuery(user.id));
  return (
    <Screen
      title="Organizations"
      description="The workspaces you belong to."
      action={
        <Button disabled title="Coming soon">
          <Plus aria-hidden className="size-4" />
          Create organization
        </Button>
      }
    >
      {workspaces.length === 0 ? (
        <EmptyState icon={Building2} text="No organizations yet" />
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line bg-raised">
          {workspaces.map(({ id, name, slug }) => (
            <li key={id} className="flex min-h-16 items-center gap-3 px-4 py-3">
              <Avatar name={name} className="size-9 text-sm" />
              <div className="min-w-0">
                <p className="truncate font-medium" title={name}>
                  {name}
                </p>
                <p className="truncate text-[0.8125rem] text-ink-muted">{slug}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
