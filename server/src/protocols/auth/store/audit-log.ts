/** Reads the audit log for administrators (audit/record-event.ts writes it), and deletes its old entries. */
import type { Transaction } from '../../../database/database.ts';

export interface AuditLogEntry {
  readonly id: string;
  readonly payload: object;
  readonly created_at: Date;
  readonly ip_address: string;
}

export interface AuditLogQuery {
  /** Payload fields, one of which must contain the text. */
  readonly fields: readonly string[];
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

const MATCHES = `($2 = '' or exists (
  select from unnest($1::text[]) as field where strpos(lower(payload ->> field), lower($2)) > 0))`;

/** @returns the newest first, with how many there are on all pages */
export async function findAuditLogEntries(
  transaction: Transaction,
  { fields, text, limit, offset }: AuditLogQuery,
): Promise<{ readonly entries: readonly AuditLogEntry[]; readonly total: number }> {
  const { rows: entries } = await transaction.query<AuditLogEntry>({
    text: `select id, payload, created_at, ip_address from auth.audit_log_entries where ${MATCHES}
      order by created_at desc, id limit $3 offset $4`,
    values: [fields, text, limit, offset],
  });
  const { rows } = await transaction.query<{ count: string }>({
    text: `select count(*) as count from auth.audit_log_entries where ${MATCHES}`,
    values: [fields, text],
  });
  return { entries, total: Number(rows[0]?.count ?? 0) };
}

// Long enough to look into late findings, and no longer: the log holds people's addresses.
const KEPT_FOR = "interval '1 year'";
// Limits how long one request waits. Sweeps delete more entries than requests add, so the log still shrinks.
const SWEPT_AT_ONCE = 1000;

// They count per account and kind, so that many changes of one kind push no sign-in out.
const MOST_OF_A_KIND = 5000;

/** Deletes entries that are too old. It skips those that another request has locked. */
export async function sweepAuditLog(transaction: Transaction): Promise<void> {
  await transaction.query({
    text: `delete from auth.audit_log_entries where id in
      (select id from auth.audit_log_entries where created_at < now() - ${KEPT_FOR}
        order by created_at limit $1 for update skip locked)`,
    values: [SWEPT_AT_ONCE],
  });
}

/** Deletes an account's oldest entries where it has made very many. It skips those that another request has locked. */
export async function sweepEntriesOf(
  transaction: Transaction,
  { actorId, action }: { readonly actorId: string; readonly action: string },
): Promise<void> {
  await transaction.query({
    text: `delete from auth.audit_log_entries where id in
      (select id from auth.audit_log_entries where payload ->> 'actor_id' = $1 and payload ->> 'action' = $2
        and created_at <= (
          select created_at from auth.audit_log_entries where payload ->> 'actor_id' = $1 and payload ->> 'action' = $2
          order by created_at desc offset ${MOST_OF_A_KIND} limit 1)
        order by created_at limit $3 for update skip locked)`,
    values: [actorId, action, SWEPT_AT_ONCE],
  });
}
