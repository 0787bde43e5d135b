/** When an account was last sent a mail of a kind, so that nobody's mailbox is flooded through us. */
import type { Transaction } from '../../../database/database.ts';

const INTERVAL_S = 60;

export type SentAtColumn = 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at';

/**
 * Records that a mail is sent now, if one may be. To be called with the account locked.
 * @returns seconds to wait before the next one is allowed; 0 when this one was recorded
 */
export async function recordMail(
  transaction: Transaction,
  userId: string,
  column: SentAtColumn,
): Promise<number> {
  // Compared on the database's clock, which several server processes share.
  const { rows } = await transaction.query<{ wait: string | null }>({
    text: `select extract(epoch from ${column} - clock_timestamp()) + ${INTERVAL_S} as wait
      from auth.users where id = $1`,
    values: [userId],
  });
  const wait = Math.ceil(Number(rows[0]?.wait ?? 0));
  if (wait > 0) return wait;
  await transaction.query({
    text: `update auth.users set ${column} = clock_timestamp() where id = $1`,
    values: [userId],
  });
  return 0;
}

/** Forgets a mail that was recorded but not sent. To be called with the account locked. */
export async function restoreMailTime(
  transaction: Transaction,
  userId: string,
  { column, time }: { readonly column: SentAtColumn; readonly time: Date | null },
): Promise<void> {
  await transaction.query({
    text: `update auth.users set ${column} = $2 where id = $1`,
    values: [userId, time],
  });
}
