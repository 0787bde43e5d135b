/**
 * Turns orders of mails into mails. The transaction that takes an order puts its mail into the queue, so an order becomes a mail
 * once, whichever processes are at it and whenever they die.
 */
import type { Transaction } from '../../../database/database.ts';
import { TooManyMailsError } from '../../../mail/queue/mail-store.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { commitThenMail, type Written } from '../links/commit-then-mail.ts';
import { Attendance } from '../mail/attendance.ts';
import { deleteMailOrder, deleteOldMailOrders, type MailOrder, nextMailOrder } from '../store/mail-orders.ts';

const EVERY_MS = 10_000;

/** Looks the account up, and writes its link. */
export type OrderWriter = (
  auth: AuthServices,
  transaction: Transaction,
  order: MailOrder,
) => Promise<Written<void>>;
export type OrderWriters = Readonly<Record<MailOrder['kind'], OrderWriter>>;

export async function fillOrder(auth: AuthServices, writers: OrderWriters, id: string): Promise<void> {
  try {
    await commitThenMail(auth, async (transaction) => {
      const order = await deleteMailOrder(transaction, id);
      return order ? writers[order.kind](auth, transaction, order) : { result: undefined };
    });
  } catch (error) {
    // Everything else is tried again.
    if (!(error instanceof AuthError)) throw error;
    if (error.code === 'over_request_rate_limit') return;
    if (error.cause instanceof TooManyMailsError) throw error;
    // The queue has already reported a refused mail; what the product refuses now, it will refuse again.
    await auth.database.asOwner((transaction) => deleteMailOrder(transaction, id));
  }
}

/** Goes on with the orders of processes that died, and with those that failed. */
export function fillLeftOrders(auth: AuthServices): Attendance {
  return new Attendance(auth.background, EVERY_MS, async () => {
    const { database } = auth;
    await database.asOwner(deleteOldMailOrders);
    for (let id = await database.asOwner(nextMailOrder); id; id = await database.asOwner(nextMailOrder))
      await auth.fillMailOrder(id);
  });
}
