/** Mails that somebody asked for: rows of auth.mail_orders. */
import type { Transaction } from '../../../database/database.ts';
import type { CodeChallenge } from './flow-states.ts';
import type { Metadata } from './users.ts';

// As long as a link to sign in works: who waits longer has asked again.
const LIFETIME_S = 3600;
// For the process that is at it.
const LEASE_S = 10;

/** Kept as JSON. */
export interface MailOrder {
  readonly kind: 'recovery' | 'sign_in' | 'signup' | 'email_change';
  readonly email: string;
  readonly redirectTo: string;
  readonly challenge?: CodeChallenge | undefined;
  /** The client's, for the audit log. */
  readonly address: string;
  /** For a new account; undefined when none is to be made. */
  readonly metadata?: Metadata | undefined;
}

/** @returns its id; it is the caller's to fill for some seconds */
export async function insertMailOrder(transaction: Transaction, order: MailOrder): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>({
    text: `insert into auth.mail_orders (request, due) values ($1, clock_timestamp() + make_interval(secs => $2))
      returning id::text`,
    values: [JSON.stringify(order), LEASE_S],
  });
  if (!rows[0]) throw new Error('The order was not written.');
  return rows[0].id;
}

/** @returns undefined when another process has filled it */
export async function deleteMailOrder(transaction: Transaction, id: string): Promise<MailOrder | undefined> {
  const { rows } = await transaction.query<{ request: MailOrder }>({
    text: 'delete from auth.mail_orders where id = $1 returning request',
    values: [id],
  });
  return rows[0]?.request;
}

/** @returns an order that no process is at; it waits for longer each time it fails */
export async function nextMailOrder(transaction: Transaction): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>({
    text: `update auth.mail_orders
      set due = clock_timestamp() + greatest(make_interval(secs => $1), clock_timestamp() - created_at)
      where id = (
        select id from auth.mail_orders where due <= clock_timestamp() order by due, id limit 1 for update skip locked
      )
      returning id::text`,
    values: [LEASE_S],
  });
  return rows[0]?.id;
}

export async function deleteOldMailOrders(transaction: Transaction): Promise<void> {
  await transaction.query({
    text: 'delete from auth.mail_orders where created_at < clock_timestamp() - make_interval(secs => $1)',
    values: [LIFETIME_S],
  });
}
