/** Says in words what state the page's text is in, and offers what helps. Stands in the shell's bar. */
import { Check, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import type { LiveConnection } from '../state/live-connection.ts';
import type { SaveStatus } from '../state/save-status.ts';

const WORDS: Readonly<Record<SaveStatus, string>> = {
  saved: 'Saved',
  unsaved: 'Unsaved changes • Auto-saving...',
  saving: 'Saving…',
  // The line above the app says the rest.
  offline: 'Offline • Kept on this device',
  failed: 'Failed to save page. Your changes are kept on this device; trying again.',
  refused: 'Failed to save page. Your changes are kept on this device.',
  'too-large': 'This page is too large for the server. Your changes are kept on this device.',
  'signed-out': 'Your session has expired. Your changes are kept on this device until you sign in again.',
  gone: 'This page was deleted, or somebody took away your access to it. Copy what you want to keep.',
};
// Saving goes on without it.
const CONNECTION_LOST = '• Live connection lost';

const EVERYDAY: ReadonlySet<SaveStatus> = new Set(['saved', 'unsaved', 'saving', 'offline']);
const WORKS: ReadonlySet<SaveStatus> = new Set(['saved', 'unsaved', 'saving']);
const CAN_RETRY: ReadonlySet<SaveStatus> = new Set(['failed', 'refused', 'too-large']);

export function SaveStatusLine({
  status,
  requestId,
  connection,
  onRetry,
}: {
  readonly status: SaveStatus;
  readonly requestId: string | undefined;
  readonly connection: LiveConnection;
  readonly onRetry: () => void;
}) {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost) && WORKS.has(status);
  return (
    <div className="save-status" data-status={status} data-problem={EVERYDAY.has(status) ? undefined : ''}>
      {status === 'saved' && <Check aria-hidden />}
      {!EVERYDAY.has(status) && <TriangleAlert aria-hidden />}
      <span>
        <span role="status">{isLost && status === 'unsaved' ? 'Auto-saving...' : WORDS[status]}</span>
        <RequestId id={requestId} />
      </span>
      <span role="status">{isLost && CONNECTION_LOST}</span>
      {CAN_RETRY.has(status) && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
