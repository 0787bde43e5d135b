/** GET /acts: what operators did, and what happened to accounts; the latest first. */
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readList } from '../read-request.ts';

const KINDS: ReadonlySet<string> = new Set(['operators', 'accounts', 'all']);

// Each browser renews its token once an hour: nobody did anything.
const ENTRIES = `
  select 'operators' as kind, 'act-' || id as id, at, actor, act, target, details, address from trellis_server.operator_acts
  union all
  select 'accounts', id::text, created_at, payload ->> 'actor_username', payload ->> 'action',
    coalesce(payload -> 'traits' ->> 'user_email', ''), '{}', ip_address
  from auth.audit_log_entries where payload ->> 'action' not in ('token_refreshed', 'token_revoked')`;

export const listActs: Operation = async (context, { database }) => {
  const { search, limit, offset } = readList(context);
  const kind = context.req.query('kind') ?? 'operators';
  if (!KINDS.has(kind)) throw new OperatorError('bad_request', 'kind is operators, accounts or all.');
  const { rows } = await database.asOwner((transaction) =>
    transaction.last({
      text: `select * from (${ENTRIES}) as entry
        where ($1 = 'all' or kind = $1)
          and ($2 = '' or strpos(lower(concat_ws(' ', actor, act, target, address, details::text)), lower($2)) > 0)
        order by at desc, id limit $3 offset $4`,
      // A row more than asked for shows whether there are more.
      values: [kind, search, limit + 1, offset],
    }),
  );
  return context.json({ acts: rows.slice(0, limit), more: rows.length > limit });
};
