/** The trash: the deleted pages, each with its person and time, to be restored or deleted for good. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCurrentWorkspace } from '../../../../lib/current-workspace.ts';
import { keepFocusInRows } from '../../../../lib/focus/rows.ts';
import { formatBytes } from '../../../../lib/format/format-bytes.ts';
import { useOptimisticRows } from '../../../../lib/queries/use-optimistic-rows.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { useDeleteForGood, useEmptyTrash } from '../../api/trash/delete-for-good.ts';
import { trashBytesQuery } from '../../api/trash/trash-bytes.ts';
import { type TrashEntry, trashQuery } from '../../api/trash/trash-query.ts';
import { TrashRow } from './trash-row.tsx';

// A trash of thousands would be slow to draw, and nobody reads it.
const ENTRIES_AT_A_TIME = 100;

export function TrashScreen() {
  const workspace = useCurrentWorkspace();
  if (!workspace) return <EmptyTrash />;
  return <WorkspaceTrash organizationId={workspace.id} />;
}

function WorkspaceTrash({ organizationId }: { readonly organizationId: string }) {
  const query = trashQuery(organizationId);
  const entries = useOptimisticRows(query.queryKey, useSuspenseQuery(query).data);
  // The list does not wait for it.
  const { data: bytes } = useQuery(trashBytesQuery(organizationId));
  const [shown, setShown] = useState(ENTRIES_AT_A_TIME);
  const [asking, setAsking] = useState<TrashEntry | 'all'>();
  const [openedAt] = useState(() => new Date());
  const deleteForGood = useDeleteForGood(organizationId);
  const empty = useEmptyTrash(organizationId);
  if (entries.length === 0) return <EmptyTrash />;

  const confirm = () => {
    if (asking === 'all') empty.mutate();
    else if (asking) deleteForGood.mutate(asking);
  };
  return (
    <Screen
      title="Trash"
      description={description(bytes?.ofAll ?? 0)}
      action={<Button onClick={() => setAsking('all')}>Empty trash</Button>}
    >
      <ul ref={keepFocusInRows} className="@container divide-y divide-line">
        {entries.slice(0, shown).map((entry) => (
          <TrashRow
            key={entry.id}
            organizationId={organizationId}
            entry={entry}
            now={openedAt}
            bytes={bytes?.ofPages.get(entry.id) ?? 0}
            onDelete={() => setAsking(entry)}
          />
        ))}
      </ul>
      {entries.length > shown && (
        <Button className="self-start" onClick={() => setShown(shown + ENTRIES_AT_A_TIME)}>
          Show more
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(undefined)}
          onConfirm={confirm}
          {...(asking === 'all' ? askForAll(entries) : askFor(asking))}
        />
      )}
    </Screen>
  );
}

function description(bytes: number): string {
  const stay = 'Deleted pages stay here until they are restored, or deleted for good.';
  return bytes > 0 ? `${stay} Emptying the trash frees ${formatBytes(bytes)} of files.` : stay;
}

function askFor({ name, pagesBeneath }: TrashEntry) {
  const pages = pagesBeneath === 1 ? 'the page' : `the ${pagesBeneath} pages`;
  return {
    title: `Delete "${name}" for good?`,
    description:
      pagesBeneath === 0
        ? 'The page cannot be brought back.'
        : `The page and ${pages} under it cannot be brought back.`,
    confirmLabel: 'Delete for good',
  };
}

function askForAll(entries: readonly TrashEntry[]) {
  const pages = entries.reduce((sum, { pagesBeneath }) => sum + 1 + pagesBeneath, 0);
  return {
    title: 'Empty the trash?',
    description:
      pages === 1
        ? 'Nobody in this workspace can restore the page in it afterwards.'
        : `Nobody in this workspace can restore the ${pages} pages in it afterwards.`,
    confirmLabel: 'Empty trash',
  };
}

function EmptyTrash() {
  return (
    <Screen title="Trash">
      <EmptyState icon={Trash2} text="The trash is empty. Deleted pages can be restored from here." />
    </Screen>
  );
}
