/** The queues and why work in them failed; POST /queues/:queue/retry has failed work tried again. */
import type { Transaction } from '../../../database/database.ts';
import { retryMails } from '../../../mail/queue/mail-store.ts';
import { MAILS_QUEUE, PRODUCT_QUEUES, type QueueRow } from '../../../metrics/gauges.ts';
import { recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';

interface FailureRow {
  readonly queue: string;
  readonly problem: string;
  readonly pieces: string;
  readonly most_tries: number;
}

export async function readQueues(transaction: Transaction) {
  const { rows: mails } = await transaction.query<QueueRow>({ text: MAILS_QUEUE });
  const { rows: others } = await transaction.query<QueueRow>({ text: PRODUCT_QUEUES });
  const { rows: failures } = await transaction.query<FailureRow>({
    text: 'select queue, problem, pieces, most_tries from public.operator_failures()',
  });
  return [...mails, ...others].map((row) => ({
    ...row,
    failures: failures
      .filter(({ queue }) => queue === row.queue)
      .map(({ problem, pieces }) => ({ problem, pieces: Number(pieces) })),
  }));
}

export const retryQueue: Operation = async (context, { database, callScheduled }, by) => {
  const queue = context.req.param('queue') ?? '';
  const count = await database.asOwner(async (transaction) => {
    const retried = await retry(transaction, queue);
    await recordAct(transaction, by, { act: 'queue_retried', target: queue, details: { count: retried } });
    return retried;
  });
  // By a function that otherwise waits for its time.
  if (queue === 'notion' && count > 0) callScheduled();
  return context.json({ count });
};

async function retry(transaction: Transaction, queue: string): Promise<number> {
  switch (queue) {
    case 'mail': {
      const count = await retryMails(transaction, undefined);
      await transaction.query({ text: `select pg_notify('mails_due', '')` });
      return count;
    }
    case 'search':
    case 'notion': {
      const { rows } = await transaction.query<{ count: string }>({
        text: 'select public.operator_retry_queue($1) as count',
        values: [queue],
      });
      return Number(rows[0]?.count ?? 0);
    }
    default:
      throw new OperatorError('not_found', 'There is nothing to try again in this queue.');
  }
}
