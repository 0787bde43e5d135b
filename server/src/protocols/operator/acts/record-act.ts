/** The log of the operators' acts. A line shares its act's transaction, so neither exists without the other. */
import type { Transaction } from '../../../database/database.ts';
import type { Operator } from '../operator-services.ts';

const SWEEP_PROBABILITY = 1 / 50;

export type ActKind =
  | 'backup_begun'
  | 'backup_fetched'
  | 'mail_dropped'
  | 'mail_retried'
  | 'mail_tried'
  | 'person_deleted'
  | 'person_invited'
  | 'person_restored'
  | 'person_signed_out'
  | 'person_suspended'
  | 'queue_retried'
  | 'setting_changed'
  | 'workspace_closed'
  | 'workspace_deleted'
  | 'workspace_opened';

export interface Act {
  readonly act: ActKind;
  /** An address, a name, a setting: what a reader knows it by. */
  readonly target: string;
  /** Nothing secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export async function recordAct(
  transaction: Transaction,
  { id, name, address }: Operator,
  { act, target, details = {} }: Act,
): Promise<void> {
  if (Math.random() < SWEEP_PROBABILITY)
    await transaction.query({
      text: `delete from trellis_server.operator_acts where at < now() - interval '1 year'`,
    });
  await transaction.query({
    text: `insert into trellis_server.operator_acts (actor_id, actor, act, target, details, address)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, name, act, target, JSON.stringify(details), address],
  });
}
