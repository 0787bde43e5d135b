/**
 * Writes the audit log: every event of the auth service, in the format of Supabase Auth
 * (auth.audit_log_entries). Each entry shares its event's transaction, so neither exists without the other.
 */
import type { Transaction } from '../../../database/database.ts';
import { sweepAuditLog, sweepEntriesOf } from '../store/audit-log.ts';
import type { User } from '../store/users.ts';

const SWEEP_PROBABILITY = 1 / 200;
const MOST_NAME = 200;

const LOG_TYPES = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  // Not of upstream: the owner of the address came, and whoever had used it before is out.
  account_claimed: 'account',
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

export interface AuthEvent {
  /** The account that acts; {@link ADMIN} for an administrator. */
  readonly actor: Pick<User, 'id' | 'email'> & Partial<Pick<User, 'raw_user_meta_data'>>;
  readonly action: AuditAction;
  /** The client's address (http/caller/client-address.ts); empty when it is not known. */
  readonly address: string;
  /** Further details. Nothing secret: no password, no token. */
  readonly traits?: Readonly<Record<string, unknown>> | undefined;
}

/** The holder of the secret key: no account, and named by its role, as upstream. */
export const ADMIN: AuthEvent['actor'] = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
};

export async function recordAuthEvent(transaction: Transaction, event: AuthEvent): Promise<void> {
  const { actor, action, address, traits } = event;
  if (Math.random() < SWEEP_PROBABILITY) {
    await sweepAuditLog(transaction);
    if (actor !== ADMIN) await sweepEntriesOf(transaction, { actorId: actor.id, action });
  }
  const name = shortName(actor.raw_user_meta_data?.full_name);
  const payload = {
    action,
    actor_id: actor.id,
    ...(name === undefined ? {} : { actor_name: name }),
    actor_username: actor.email ?? '',
    actor_via_sso: false,
    log_type: LOG_TYPES[action],
    ...(traits ? { traits } : {}),
  };
  await transaction.query({
    name: 'auth_record_event',
    text: 'insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)',
    values: [JSON.stringify(payload), address],
  });
}

/** A name is whatever the account's holder says, and each entry has it. */
function shortName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  // No letter is cut in two.
  return [...name.slice(0, 2 * MOST_NAME)].slice(0, MOST_NAME).join('');
}
