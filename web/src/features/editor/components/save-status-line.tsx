/**
 * Says in words what state the page's text is in, and offers what helps. It stands in the shell's bar; parts/kept-words.tsx says beside it
 * where the words are kept.
 */
import { Check, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useSettled } from '../../../lib/hooks/use-timer.ts';
import { Button } from '../../../ui/button.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import type { PageSession } from '../../document/session/page-session.ts';
import type { SaveStatus } from '../../document/wire/save-status.ts';
import { loadPageParts } from '../load-page-parts.ts';

const WORDS: Readonly<Record<SaveStatus, string>> = {
  saved: 'Saved',
  unsaved: 'Unsaved changes • Auto-saving...',
  saving: 'Saving…',
  // Whether they are kept on this device is read first: see kept-words.tsx.
  offline: 'Offline',
  failed: 'Failed to save page.',
  refused: 'Failed to save page.',
  'too-large': 'This page is too large for the server.',
  'signed-out': 'Your session has expired.',
  gone: 'This page was deleted, or somebody took away your access to it. Copy what you want to keep.',
};
const KeptWords = lazy(async () => ({ default: (await loadPageParts()).KeptWords }));

// Saving goes on without it.
const CONNECTION_LOST = '• Live connection lost';

const EVERYDAY: ReadonlySet<SaveStatus> = new Set(['saved', 'unsaved', 'saving', 'offline']);
const WORKS: ReadonlySet<SaveStatus> = new Set(['saved', 'unsaved', 'saving']);
const IN_DOUBT: ReadonlySet<SaveStatus> = new Set([
  'offline',
  'failed',
  'refused',
  'too-large',
  'signed-out',
]);
// "Unsaved" and "saving" take turns while one writes: a save goes out after ten seconds at the latest.
const LONG_UNSAVED_MS = 11_000;
const CAN_RETRY: ReadonlySet<SaveStatus> = new Set(['failed', 'refused', 'too-large']);

export function SaveStatusLine({
  session,
  status,
  requestId,
  onRetry,
}: {
  readonly session: PageSession;
  readonly status: SaveStatus;
  readonly requestId: string | undefined;
  readonly onRetry: () => void;
}) {
  const { connection } = session;
  const doubt = useDoubt(status);
  const isStuck = useSettled(status, LONG_UNSAVED_MS) === status && status !== 'saved' && WORKS.has(status);
  const inDoubt = doubt ?? (isStuck ? status : undefined);
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
      {inDoubt && (
        <Suspense>
          <KeptWords {...{ session, onRetry }} status={inDoubt} />
        </Suspense>
      )}
      {CAN_RETRY.has(status) && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** @returns why it is in doubt where the words are; also while saving is tried again, or the sentence would come and go each time */
function useDoubt(status: SaveStatus): SaveStatus | undefined {
  const [doubt, setDoubt] = useState<SaveStatus>();
  const next = IN_DOUBT.has(status) ? status : status === 'saving' ? doubt : undefined;
  if (next !== doubt) setDoubt(next);
  return next;
}
