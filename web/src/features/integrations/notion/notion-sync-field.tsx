/** A page's sync settings: its direction, its status, and a button to sync it now. */
import { useQuery } from '@tanstack/react-query';
import { fullTime } from '../../../lib/format/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { Notice } from '../../../ui/notice.tsx';
import { notionStatusQuery } from './api/notion-status.ts';
import { useSyncPage } from './api/sync-page.ts';
import { pageLinkQuery } from './api/sync-queries.ts';
import { DIRECTIONS, type Direction, explainSync } from './page-sync.ts';

const MEANINGS: Readonly<Record<Direction, string>> = {
  bring: 'Changes at Notion come here. Nothing goes to Notion.',
  send: 'Changes made here go to Notion. Nothing comes from there.',
  both: 'Changes go both ways. Where both changed the same lines, you are asked.',
};

interface NotionSyncFieldProps {
  readonly organizationId: string;
  readonly pageId: string;
  /** Whether the counterpart is the saved one. */
  readonly isSaved: boolean;
  /** The chosen direction; undefined for the saved one. */
  readonly direction: Direction | undefined;
  readonly onChange: (direction: Direction) => void;
}

export function NotionSyncField({
  organizationId,
  pageId,
  isSaved,
  direction,
  onChange,
}: NotionSyncFieldProps) {
  const { data: link } = useQuery(pageLinkQuery(pageId));
  const { data: status } = useQuery(notionStatusQuery(organizationId));
  const sync = useSyncPage(organizationId, pageId);
  const value = direction ?? link?.direction ?? 'bring';
  return (
    <div className="flex flex-col gap-3">
      {status?.connected === false && (
        <Notice kind="warning">
          Notion is not connected to this workspace. Nothing is synced until an owner or admin connects it.
        </Notice>
      )}
      <div className="flex flex-col gap-1.5">
        <Select label="Sync" choices={DIRECTIONS} value={value} onChange={onChange} disabled={!link} />
        <p className="text-[0.8125rem] text-ink-muted">{MEANINGS[value]}</p>
      </div>
      {isSaved && link && status?.connected !== false && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted" role="status">
            {(link.sync && explainSync(link.sync)) ??
              (link.lastSync
                ? `In step since ${fullTime(new Date(link.lastSync))}.`
                : 'Not synced yet.')}{' '}
            {link.url !== null && (
              <a href={link.url} target="_blank" rel="noopener noreferrer" className={LINK_CLASSES}>
                Open in Notion
              </a>
            )}
          </p>
          <Button busy={sync.isPending} onClick={() => sync.mutate(undefined)}>
            {sync.isPending ? 'Syncing…' : 'Sync this page'}
          </Button>
        </div>
      )}
    </div>
  );
}
