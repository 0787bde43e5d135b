/** Brings pages and Notion in step when somebody wants it now. */
import { Button } from '../../../ui/button.tsx';
import { useSyncNotion } from '../api/sync-notion.ts';

export function SyncNow({ workspaceId }: { readonly workspaceId: string }) {
  const sync = useSyncNotion(workspaceId);
  return (
    <Button busy={sync.isPending} onClick={() => sync.mutate()}>
      {sync.isPending ? 'Syncing…' : 'Sync Now'}
    </Button>
  );
}
