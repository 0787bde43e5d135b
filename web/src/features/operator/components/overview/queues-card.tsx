/** The work that nobody waits for: how much of it there is, and what failed. */
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import type { Queue } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { counted, duration, number } from '../../state/words.ts';
import { Cell, Table } from '../table.tsx';

const NAMES: Readonly<Record<string, string>> = {
  mail: 'Mails',
  search: 'Search and links',
  files: 'Files to look at',
  notion: 'Pages to sync with Notion',
};
const CAN_RETRY: ReadonlySet<string> = new Set(['mail', 'search', 'notion']);

export function QueuesCard({ queues }: { readonly queues: readonly Queue[] }) {
  const { mutate, isPending, variables } = useAct<{ count: number }>();
  return (
    <Card
      title="Queues"
      description="Work in the background. It is tried again by itself, with growing pauses."
    >
      <Table
        label="Queues"
        columns={['Queue', 'Waiting', 'Failed', 'Oldest has waited', '']}
        numeric={[1, 2]}
      >
        {queues.map(({ queue, waiting, failed, oldest_s: oldest, failures }) => (
          <tr key={queue}>
            <Cell>
              <p className="font-medium">{NAMES[queue] ?? queue}</p>
              {failures.map(({ problem, pieces }) => (
                <p
                  key={problem}
                  className="max-w-80 truncate text-[0.8125rem] text-ink-muted"
                  title={problem}
                >
                  {number(pieces)} × {problem || 'without a reason'}
                </p>
              ))}
            </Cell>
            <Cell isNumber>{number(waiting)}</Cell>
            <Cell isNumber>{failed > 0 ? <Badge kind="danger">{number(failed)}</Badge> : '0'}</Cell>
            <Cell className="text-ink-muted">{duration(oldest)}</Cell>
            <Cell isActions={failed > 0}>
              {failed > 0 && CAN_RETRY.has(queue) && (
                <Button
                  aria-label={`Retry ${NAMES[queue] ?? queue}`}
                  busy={isPending && variables?.path === `/queues/${queue}/retry`}
                  onClick={() =>
                    mutate({
                      path: `/queues/${queue}/retry`,
                      done: ({ count }) => `${counted(count, 'piece')} of work tried again now`,
                      failed: 'Nothing was tried again',
                    })
                  }
                >
                  Retry
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
