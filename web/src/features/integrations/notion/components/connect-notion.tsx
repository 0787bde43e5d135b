/** Leads to Notion's page where one chooses what to share, or, on servers without an app there, asks for a token. */
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useConnectNotion } from '../api/connect-notion.ts';
import type { NotionStatus } from '../api/notion-status.ts';
import { TokenDialog } from './token-dialog.tsx';

interface ConnectNotionProps {
  readonly workspaceId: string;
  readonly status: NotionStatus;
}

export function ConnectNotion({ workspaceId, status: { hasApp, needsReconnect } }: ConnectNotionProps) {
  const connect = useConnectNotion();
  const [asking, setAsking] = useState(false);
  // Until the browser has left for Notion, there is nothing to press.
  const isLeaving = connect.isPending || connect.isSuccess;
  const label = needsReconnect ? 'Connect again' : 'Connect';
  return (
    <>
      <Button
        aria-label={`${label}${needsReconnect ? ' to' : ''} Notion`}
        busy={isLeaving}
        onClick={() => (hasApp ? connect.mutate(workspaceId) : setAsking(true))}
      >
        {isLeaving ? 'Connecting…' : label}
      </Button>
      <TokenDialog workspaceId={workspaceId} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
