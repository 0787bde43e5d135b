/** /dashboard/settings/workspace. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type CurrentWorkspace, isManager, useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { InvitationsCards, openInvitationsQuery } from '../../invitations/invitations.ts';
import { membersQuery } from '../api/workspace-queries.ts';
import { DeleteWorkspaceCard } from './delete-workspace-card.tsx';
import { MembersCard } from './members-card.tsx';
import { MembersSkeleton } from './members-skeleton.tsx';
import { WorkspaceNameCard } from './workspace-name-card.tsx';

/** @param integrations the list of connections, which is another feature's */
export function WorkspaceSettingsScreen({ integrations }: { readonly integrations: ReactNode }) {
  const workspace = useCurrentWorkspace();
  if (!workspace) return <Screen title="Workspace settings">You are not a member of any workspace.</Screen>;
  return (
    <div>
      <div className="mx-auto -mb-6 w-full max-w-3xl px-4 pt-6 sm:px-8">
        <Link
          to={paths.settings}
          className="inline-flex items-center gap-1.5 rounded-sm py-1 text-ink-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to Settings
        </Link>
      </div>
      <Screen title="Workspace settings">
        <Cards workspace={workspace} integrations={integrations} />
      </Screen>
    </div>
  );
}

interface CardsProps {
  readonly workspace: CurrentWorkspace;
  readonly integrations: ReactNode;
}

function Cards({ workspace, integrations }: CardsProps) {
  const canManage = isManager(workspace.role);
  // The members and the invitations decide where the rest begins: shown before, it would be pushed away.
  const members = useQuery(membersQuery(workspace.id));
  const invitations = useQuery({ ...openInvitationsQuery(workspace.id), enabled: canManage });
  const isPending = members.isPending || (canManage && invitations.isPending);
  return (
    <>
      <WorkspaceNameCard workspace={workspace} canEdit={canManage} />
      <Region name="The members list" fallback={<MembersSkeleton />}>
        <MembersCard workspace={workspace} />
      </Region>
      {!isPending && canManage && (
        <Region name="The invitations" fallback={null}>
          <InvitationsCards organizationId={workspace.id} />
        </Region>
      )}
      {!isPending && integrations}
      {!isPending && workspace.role === 'owner' && <DeleteWorkspaceCard workspace={workspace} />}
    </>
  );
}
