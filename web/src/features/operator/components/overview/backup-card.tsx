/** The last backup, and a button that makes one. */
import { formatBytes } from '../../../../lib/format-bytes.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import type { Overview } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { agoOf, momentOf } from '../../state/words.ts';

export function BackupCard({ backup }: Pick<Overview, 'backup'>) {
  const { mutate, isPending } = useAct();
  const now = useNow();
  return (
    <Card
      title="Backups"
      description={backup === null ? 'No backup yet.' : undefined}
      action={
        <Button
          busy={isPending}
          onClick={() =>
            mutate({
              path: '/backup',
              done: 'The backup is being made',
              failed: 'No backup was begun',
            })
          }
        >
          Back up now
        </Button>
      }
    >
      {backup !== null && (
        <p className="wrap-anywhere">
          The last one was begun{' '}
          <time title={momentOf(backup.started_at)}>{agoOf(backup.started_at, now)}</time>
          {backup.bytes === null ? '' : `, ${formatBytes(backup.bytes)}`}: {backup.name} in {backup.place}
        </p>
      )}
      <p className="mt-1 text-ink-muted">
        <code>docs/operate.md</code> says how to make them by the clock, and how to restore one. Archives hold
        secrets, so they are fetched with the secret key alone.
      </p>
    </Card>
  );
}
