/** The last backup with its download, whether one is being made or failed, and a button that makes one. */
import { Download } from 'lucide-react';
import { formatBytes } from '../../../../lib/format/format-bytes.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { downloadArchive } from '../../api/download-archive.ts';
import type { Overview } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { agoOf, momentOf } from '../../state/words.ts';

export function BackupCard({ backups }: Pick<Overview, 'backups'>) {
  const { last, under_way: isUnderWay, problem } = backups;
  const { mutate, isPending } = useAct();
  return (
    <Card
      title="Backups"
      description={last === null ? 'No backup yet.' : undefined}
      action={
        <Button
          busy={isPending || isUnderWay}
          onClick={() =>
            mutate({ path: '/backup', done: 'The backup is being made', failed: 'No backup was begun' })
          }
        >
          {isUnderWay ? 'Being made…' : 'Back up now'}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {problem !== null && (
          <Notice kind="error" title="The last backup failed">
            <p className="wrap-anywhere">{problem}</p>
          </Notice>
        )}
        {last !== null && <LastBackup last={last} />}
        <p className="text-ink-muted">
          <code>docs/operate.md</code> says how to make them by the clock, and how to restore one. An archive
          holds every secret of this server: keep it as you keep those.
        </p>
      </div>
    </Card>
  );
}

function LastBackup({ last }: { readonly last: NonNullable<Overview['backups']['last']> }) {
  const { mutate, isPending } = useAct();
  const now = useNow();
  const { id, name, place, started_at: begun, bytes } = last;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-ink-muted wrap-anywhere">
          Begun <time title={momentOf(begun)}>{agoOf(begun, now)}</time>
          {bytes === null ? '' : `, ${formatBytes(bytes)}`}, in {place}
        </p>
      </div>
      <Button
        busy={isPending}
        onClick={() =>
          mutate(
            { path: `/backup/${id}/archive`, failed: 'The backup was not downloaded' },
            { onSuccess: downloadArchive },
          )
        }
      >
        <Download aria-hidden className="size-4" />
        Download
      </Button>
    </div>
  );
}
