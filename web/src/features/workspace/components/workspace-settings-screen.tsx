/** /dashboard/settings/workspace (specification section 2). */
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isManager, useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { Region } from '../../../ui/region.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { DeleteWorkspaceCard } from './delete-workspace-card.tsx';
import { MembersCard } from './members-card.tsx';
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
        <WorkspaceNameCard workspace={workspace} canEdit={isManager(workspace.role)} />
        <Region name="The members list" fallback={<SkeletonRows rows={4} label="Loading members" />}>
          <MembersCard organizationId={workspace.id} canManage={isManager(workspace.role)} />
        </Region>
        {integrations}
        {workspace.role === 'owner' && <DeleteWorkspaceCard workspace={workspace} />}
      </Screen>
    </div>
  );
}
