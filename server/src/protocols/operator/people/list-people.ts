/** GET /people: the accounts, the newest first. */
import type { Transaction } from '../../../database/database.ts';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readList } from '../read-request.ts';

/** Conditions on `account`. */
const STATES: Readonly<Record<string, string>> = {
  all: 'true',
  active: 'email_confirmed_at is not null and coalesce(banned_until <= now(), true)',
  waiting: 'email_confirmed_at is null',
  suspended: 'banned_until > now()',
};

interface PersonRow {
  readonly id: string;
  readonly email: string | null;
  readonly email_confirmed_at: Date | null;
  readonly deleted_at: Date | null;
}

export const listPeople: Operation = async (context, { accounts, database }, by) => {
  const { search, limit, offset } = readList(context);
  const state = context.req.query('state') ?? 'all';
  const condition = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  if (condition === undefined)
    throw new OperatorError('bad_request', `state is one of ${Object.keys(STATES).join(', ')}.`);
  const where = `deleted_at is null and ${condition} and ($1 = '' or strpos(lower(email), lower($1)) > 0
    or strpos(lower(raw_user_meta_data ->> 'full_name'), lower($1)) > 0)`;
  const { people, total } = await database.asOwner(async (transaction) => {
    const { rows: people } = await transaction.query<PersonRow>({
      text: `select id, email, coalesce(raw_user_meta_data ->> 'full_name', '') as name, created_at, last_sign_in_at,
          email_confirmed_at, invited_at, banned_until, deleted_at,
          coalesce(banned_until > now(), false) as is_suspended,
          exists (select from auth.mfa_factors where user_id = account.id and status = 'verified') as second_step,
          (select count(*)::integer from auth.sessions
            where user_id = account.id and (not_after is null or not_after > now())) as sessions
        from auth.users as account where ${where} order by created_at desc, id desc limit $2 offset $3`,
      values: [search, limit, offset],
    });
    const counted = await transaction.query<{ count: number }>({
      text: `select count(*)::integer as count from auth.users as account where ${where}`,
      values: [search],
    });
    const workspaces = await countWorkspaces(
      transaction,
      people.map(({ id }) => id),
    );
    return {
      people: people.map(({ deleted_at: _none, ...person }) => ({
        ...person,
        workspaces: workspaces.get(person.id) ?? 0,
        is_operator: accounts.isOperators(person),
        is_self: person.id === by.id,
      })),
      total: counted.rows[0]?.count ?? 0,
    };
  });
  return context.json({ people, total });
};

/** The product knows who is where. */
async function countWorkspaces(
  transaction: Transaction,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await transaction.query<{ account_id: string; workspaces: string }>({
    text: 'select account_id, workspaces from public.operator_memberships($1)',
    values: [accounts],
  });
  return new Map(rows.map(({ account_id, workspaces }) => [account_id, Number(workspaces)]));
}
