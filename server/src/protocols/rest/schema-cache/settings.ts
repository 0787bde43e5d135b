/**
 * The API's settings, which the database keeps: `alter role authenticator set pgrst.db_max_rows = 1000`, as
 * on Supabase (docs.postgrest.org/en/v14/references/configuration.html#in-database-configuration).
 * A role that owns the connection, or the whole database (`alter database … set`), may carry the settings, too.
 */
import type { QualifiedName } from './qualified-name.ts';

export interface Settings {
  /** The exposed schemas; the first one is meant when a request names none. */
  readonly schemas: readonly [string, ...string[]];
  /** The schemas in which functions without a search path of their own look for names, after the schema of the request. */
  readonly extraSearchPath: readonly string[];
  /** No answer holds more rows. */
  readonly maxRows: number | undefined;
  readonly aggregates: boolean;
  /** Whether a client may ask for the plan of its statement. */
  readonly explains: boolean;
  /** Whether `Prefer: tx=rollback` and `tx=commit` are obeyed. */
  readonly choosesEnd: boolean;
  /** Whether a transaction is rolled back when the client does not choose. */
  readonly rollsBack: boolean;
  /** A function without arguments that every request calls first. */
  readonly preRequest: QualifiedName | undefined;
}

export interface SettingRow {
  /** Without `pgrst.`. */
  readonly key: string;
  readonly value: string;
}

// A setting for this database wins over one for all, the role's over the database's.
export const SETTINGS = `
  select distinct on (key) key, value
  from pg_db_role_setting s
  cross join unnest(s.setconfig) as c(entry)
  cross join lateral (
    select split_part(c.entry, '=', 1), substr(c.entry, strpos(c.entry, '=') + 1)
  ) as e(name, value)
  cross join lateral (select lower(substr(e.name, 7))) as k(key)
  where e.name ilike 'pgrst.%'
    and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and (s.setrole = 0 or s.setrole in (select oid from pg_roles where rolname in (current_user, 'authenticator')))
  order by key, s.setrole = 0, s.setdatabase desc
`;

/**
 * An invalid value counts as not set.
 * @param maxRows the limit when the database sets none
 */
export function buildSettings(rows: readonly SettingRow[], maxRows?: number): Settings {
  const given = new Map(rows.map(({ key, value }) => [key, value.trim()]));
  const [first = 'public', ...others] = list(given.get('db_schemas') ?? '');
  const end = given.get('db_tx_end') ?? 'commit';
  const limit = given.get('db_max_rows');
  return {
    schemas: [first, ...others],
    extraSearchPath: list(given.get('db_extra_search_path') ?? 'public'),
    maxRows: limit !== undefined && /^\d{1,15}$/.test(limit) ? Number(limit) : maxRows,
    aggregates: isOn(given.get('db_aggregates_enabled')),
    explains: isOn(given.get('db_plan_enabled')),
    choosesEnd: end.endsWith('-allow-override'),
    rollsBack: end.startsWith('rollback'),
    preRequest: qualified(given.get('db_pre_request'), first),
  };
}

function isOn(text = ''): boolean {
  return /^(?:true|on|yes|1)$/i.test(text);
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean);
}

function qualified(text: string | undefined, schema: string): QualifiedName | undefined {
  const [first, second] = (text ?? '').split('.');
  if (!first) return undefined;
  return second === undefined ? { schema, name: first } : { schema: first, name: second };
}
