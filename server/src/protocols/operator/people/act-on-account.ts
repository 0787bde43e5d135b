/** All acts on somebody's account have this in common: the account is locked, and no operator takes the right of another one. */
import type { Transaction } from '../../../database/database.ts';
import { type Account, type Actor, type AuditAction, SECRET_KEY } from '../../auth/accounts/accounts.ts';
import { type ActKind, recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operator, OperatorServices } from '../operator-services.ts';

export interface AccountAct {
  readonly act: ActKind;
  /** Its name in the log of the accounts. */
  readonly event: AuditAction;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Whether it takes an operator's right away: the environment gave it, and takes it first. */
  readonly endsRight?: boolean;
  readonly change: (transaction: Transaction, account: Account) => Promise<void>;
}

/**
 * Does something to an account, and notes it in both logs.
 * @throws {OperatorError}
 */
export async function actOnAccount(
  services: OperatorServices,
  by: Operator,
  id: string,
  { act, event, details, endsRight = false, change }: AccountAct,
): Promise<void> {
  const { accounts, database, liveSessions } = services;
  await database.asOwner(async (transaction) => {
    const user = await accounts.lock(transaction, id);
    if (!user) throw new OperatorError('not_found', 'There is no such account any more.');
    if (endsRight && by.id !== null && accounts.isOperators(user))
      throw new OperatorError(
        'not_possible',
        user.id === by.id
          ? 'This is your own account: an operator cannot shut themselves out.'
          : 'This is an operator: take the address out of OPERATORS first.',
      );
    const email = user.email ?? '';
    await recordAct(transaction, by, { act, target: email, ...(details && { details }) });
    await accounts.record(transaction, {
      actor: actorOf(by),
      action: event,
      address: by.address,
      traits: { user_id: id, user_email: email },
    });
    await change(transaction, user);
  });
  liveSessions.forget();
}

/** @returns the operator as the log of the accounts names them */
export function actorOf({ id, name }: Operator): Actor {
  return id === null ? SECRET_KEY : { id, email: name };
}
