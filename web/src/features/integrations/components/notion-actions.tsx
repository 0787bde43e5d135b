/** Connect, or sync and disconnect. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { useConnectNotion } from '../api/connect-notion.ts';
import { useDisconnectNotion } from '../api/disconnect-notion.ts';
import { notionStatusQuery } from '../api/notion-status.ts';
import { useSyncNotion } from '../api/sync-notion.ts';

export function NotionActions({ workspaceId }: { readonly workspaceId: string }) {
  const { data: status } = useSuspenseQuery(notionStatusQuery(workspaceId));
  const connect = useConnectNotion();
  const disconnect = useDisconnectNotion(workspaceId);
  const sync = useSyncNotion(workspaceId);
  if (!status.connected)
    return (
      <Button
        aria-label="Connect Notion"
        busy={connect.isPending}
        onClick={() => connect.mutate(workspaceId)}
      >
        {connect.isPending ? 'Connecting…' : 'Connect'}
      </Button>
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status.workspaceName !== undefined && <span className="text-ink-muted">{status.workspaceName}</span>}
      <Button busy={sync.isPending} onClick={() => sync.mutate()}>
        {sync.isPending ? 'Syncing…' : 'Sync Now'}
      </Button>
      <Button busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
        Disconnect
      </Button>
    </div>
  );
}
