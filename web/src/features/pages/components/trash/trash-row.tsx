/** An entry of the trash: the page, its deleter, the time, and the possible actions. */

import { FileText, Folder, Lock, Trash2, Undo2 } from 'lucide-react';
import { setApart } from '../../../../../../markdown/src/text/right-to-left.ts';
import { formatBytes } from '../../../../lib/format/format-bytes.ts';
import { fullTime, timeAgo } from '../../../../lib/format/format-time.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import { useRestorePage } from '../../api/trash/restore-page.ts';
import type { TrashEntry } from '../../api/trash/trash-query.ts';

interface TrashRowProps {
  readonly organizationId: string;
  readonly entry: TrashEntry;
  readonly now: Date;
  /** The number of files that go when it is deleted for good. */
  readonly bytes: number;
  readonly onDelete: () => void;
}

export function TrashRow({ organizationId, entry, now, bytes, onDelete }: TrashRowProps) {
  const { user } = useSignedIn();
  const restore = useRestorePage(organizationId);
  const moment = new Date(entry.archivedAt);
  const Icon = entry.pagesBeneath > 0 ? Folder : FileText;
  return (
    <li className="flex items-center gap-3 py-2.5">
      {entry.icon ? (
        <PageIcon icon={entry.icon} />
      ) : (
        <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5">
          <span dir="auto" title={entry.name} className="truncate font-medium">
            {entry.name}
          </span>
          {entry.isPrivate && (
            <Lock role="img" aria-label="Private" className="size-3 shrink-0 text-ink-muted" />
          )}
        </p>
        <p className="truncate text-[0.8125rem] text-ink-muted">
          {entry.archivedBy ? `Deleted by ${setApart(deleterName(entry.archivedBy, user.id))} ` : 'Deleted '}
          <time dateTime={entry.archivedAt} title={fullTime(moment)}>
            {timeAgo(moment, now)}
          </time>
          {entry.pagesBeneath > 0 && ` · ${pageCount(entry.pagesBeneath)} under it`}
          {bytes > 0 && ` · frees ${formatBytes(bytes)}`}
        </p>
      </div>
      <Button
        aria-label={`Restore ${entry.name}`}
        className="px-2.5! @max-md:size-9 @max-md:px-0!"
        onClick={() => restore.mutate(entry)}
      >
        <Undo2 aria-hidden className="size-4" />
        <span className="@max-md:sr-only">Restore</span>
      </Button>
      <IconButton label={`Delete ${entry.name} for good`} className="size-9" onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function deleterName({ id, name }: { readonly id: string; readonly name: string }, ownId: string): string {
  return id === ownId ? 'you' : name;
}

function pageCount(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
