/** When an account was last sent a mail of a kind, as its holder sees it. How often that may be is a limit (limits/). */
import type { Transaction } from '../../../database/database.ts';

export type SentAtColumn =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'reauthentication_sent_at';

/** To be called with the account locked. */
export async function recordMail(
  transaction: Transaction,
  userId: string,
  column: SentAtColumn,
): Promise<void> {
  await transaction.query({
    text: `update auth.users set ${column} = clock_timestamp() where id = $1`,
    values: [userId],
  });
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
