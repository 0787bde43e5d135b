/** Ends the connection, after asking. */
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { useDisconnectNotion } from '../api/disconnect-notion.ts';
import type { NotionStatus } from '../api/notion-status.ts';

interface DisconnectNotionProps {
  readonly workspaceId: string;
  readonly status: NotionStatus;
}

export function DisconnectNotion({ workspaceId, status: { byToken } }: DisconnectNotionProps) {
  const disconnect = useDisconnectNotion(workspaceId);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        aria-label="Disconnect Notion"
        look="quiet"
        busy={disconnect.isPending}
        onClick={() => setAsking(true)}
      >
        {disconnect.isPending ? 'Disconnecting…' : 'Disconnect'}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => disconnect.mutate()}
        title="Disconnect Notion?"
        description={`Pages stay as they are, here and at Notion. They are no longer kept in step. ${
          byToken
            ? 'The token is forgotten here; only you can delete it at Notion.'
            : 'Trellis gives up its access to Notion.'
        }`}
        confirmLabel="Disconnect"
      />
    </>
  );
}
