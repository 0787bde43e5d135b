/**
 * The roles that requests run as. They belong to the whole Postgres cluster: a dump of one database does not hold them,
 * another database may have made them already, and a user of few rights cannot make them.
 */
import type { PoolClient } from 'pg';
import { isSqlError } from '../sql-error.ts';

const ATTRIBUTES = {
  anon: 'nologin noinherit',
  authenticated: 'nologin noinherit',
  service_role: 'nologin noinherit bypassrls',
} as const;

export const ROLES: readonly string[] = Object.keys(ATTRIBUTES);

const INSUFFICIENT_PRIVILEGE = '42501';
// Another database of the cluster makes the same ones right now.
const MADE_MEANWHILE: ReadonlySet<string> = new Set(['42710', '23505']);

/**
 * Makes the roles that are missing, and the database's user a member of them.
 * @throws {Error} with the statements for somebody who may run them, where the user may not
 */
export async function ensureRoles(client: PoolClient): Promise<void> {
  const { statements, user } = await missingRoles(client);
  for (const statement of statements) {
    try {
      await client.query(statement);
    } catch (error) {
      if (!isSqlError(error)) throw error;
      if (MADE_MEANWHILE.has(error.code)) continue;
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new Error(
        `${user}, the user of DATABASE_URL, may not make the roles that Trellis needs (${error.message}). ` +
          `Let a superuser of this Postgres run:\n${(await missingRoles(client)).statements.map((it) => `  ${it};`).join('\n')}`,
        { cause: error },
      );
    }
  }
}

/** @returns the statements that make them, and the database's user */
export async function missingRoles(
  client: PoolClient,
): Promise<{ statements: readonly string[]; user: string }> {
  const { rows } = await client.query<{
    name: keyof typeof ATTRIBUTES;
    exists: boolean;
    bypasses: boolean;
    member: boolean;
    user: string;
  }>(
    `select name, rolname is not null as exists, coalesce(rolbypassrls, false) as bypasses,
      rolname is not null and pg_has_role(current_user, pg_roles.oid, 'member') as member,
      quote_ident(current_user) as user
    from unnest($1::text[]) as name left join pg_roles on rolname = name order by name`,
    [ROLES],
  );
  const user = rows[0]?.user ?? '';
  const strangers = rows.filter(({ member }) => !member).map(({ name }) => name);
  return {
    user,
    statements: [
      ...rows.filter(({ exists }) => !exists).map(({ name }) => `create role ${name} ${ATTRIBUTES[name]}`),
      ...rows
        .filter(({ name, exists, bypasses }) => exists && !bypasses && /bypassrls/.test(ATTRIBUTES[name]))
        .map(({ name }) => `alter role ${name} bypassrls`),
      ...(strangers.length > 0 ? [`grant ${strangers.join(', ')} to ${user}`] : []),
    ],
  };
}
