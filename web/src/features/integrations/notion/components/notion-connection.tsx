/**
 * How Notion's connection stands, and what the person may do about it: beside its entry, or below when there is
 * more to say.
 */
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CurrentWorkspace, isManager } from '../../../../lib/current-workspace.ts';
import { type NotionStatus, notionStatusQuery } from '../api/notion-status.ts';
import { ConnectNotion } from './connect-notion.tsx';
import { DisconnectNotion } from './disconnect-notion.tsx';
import { SyncNow, SyncStanding } from './sync-now.tsx';

const MANAGERS_ONLY = 'Only owners and admins can connect it.';

export function NotionConnection({ workspace }: { readonly workspace: CurrentWorkspace }) {
  const { data: status } = useSuspenseQuery(notionStatusQuery(workspace.id));
  const canManage = isManager(workspace.role);
  if (!canManage)
    return (
      <Line>
        <Standing status={status} /> {(!status.connected || status.needsReconnect) && MANAGERS_ONLY}
      </Line>
    );
  if (!status.connected) return <ConnectNotion workspaceId={workspace.id} status={status} />;
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Line>
        <Standing status={status} />
      </Line>
      <div className="flex flex-wrap items-center gap-2">
        {status.needsReconnect ? (
          <ConnectNotion workspaceId={workspace.id} status={status} />
        ) : (
          <SyncNow workspaceId={workspace.id} />
        )}
        <DisconnectNotion workspaceId={workspace.id} status={status} />
      </div>
      <SyncStanding workspaceId={workspace.id} />
    </div>
  );
}

function Line({ children }: { readonly children: ReactNode }) {
  return <p className="min-w-40 text-[0.8125rem] text-ink-muted wrap-anywhere">{children}</p>;
}

function Standing({
  status: { connected, needsReconnect, workspaceName },
}: {
  readonly status: NotionStatus;
}) {
  if (!connected) return 'Not connected.';
  const at = workspaceName !== undefined && (
    <>
      {' '}
      to <strong className="font-medium text-ink">{workspaceName}</strong>
    </>
  );
  return needsReconnect ? (
    <span className="text-warning">Notion no longer accepts the connection{at}.</span>
  ) : (
    <>Connected{at}.</>
  );
}
