/**
 * Orders a mail for an address. The same statements are run whether or not the address has an account, so neither the answer
 * nor its time can tell. After the answer, fill-orders.ts looks the account up and puts its mail into the queue.
 */
import type { AuthServices } from '../auth-services.ts';
import type { LimitName } from '../limits/limits.ts';
import { allowWith } from '../limits/rate-limit.ts';
import { insertMailOrder, type MailOrder } from '../store/mail-orders.ts';

/**
 * @param limit counts an order that is written, and no other: who asks again after a lost answer is told to wait for a mail
 *   only where it comes
 * @throws {import('../errors.ts').AuthError} `over_request_rate_limit` or `over_email_send_rate_limit`, whether or not there is
 *   anything to mail
 */
export async function orderMail(auth: AuthServices, limit: LimitName, order: MailOrder): Promise<void> {
  auth.mailing.requireRoom();
  const attempt = { limit, address: order.address, account: order.email };
  const id = await allowWith(auth, attempt, (transaction) => insertMailOrder(transaction, order));
  auth.background.run(() => auth.fillMailOrder(id));
}
