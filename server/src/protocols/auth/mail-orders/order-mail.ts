/**
 * Orders a mail for an address. The same single statement is run whether or not the address has an account, so neither
 * the answer nor its time can tell. After the answer, fill-orders.ts looks the account up and puts its mail into the
 * queue.
 */
import type { AuthServices } from '../auth-services.ts';
import { insertMailOrder, type MailOrder } from '../store/mail-orders.ts';

/** @throws {import('../errors.ts').AuthError} `over_request_rate_limit`, whether or not there is anything to mail */
export async function orderMail(auth: AuthServices, order: MailOrder): Promise<void> {
  auth.mailing.requireRoom();
  const id = await auth.database.asOwner((transaction) => insertMailOrder(transaction, order));
  auth.background.run(() => auth.fillMailOrder(id));
}
