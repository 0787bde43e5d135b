/**
 * Fills the tables of a migrated database, as its owner: in one transaction, without the work that the rows' own changes once
 * caused, and with every constraint checked at the end.
 */
import type { ClientBase } from 'pg';
import { copyIn } from './copy.ts';
import { listTables, type Sequence, type Table } from './list-tables.ts';
import { PLAIN_TEXT } from './plain-text.ts';

export interface LoadedRows {
  readonly table: Table;
  /** COPY's text, of whole rows. */
  readonly bytes: Buffer;
}

interface Statements {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * @param tables all that have rows to come, and those that come empty
 * @param pieces in any order
 * @throws {Error} after which the database is as it was
 */
export async function loadTables(
  client: ClientBase,
  tables: readonly (Table & { readonly rows?: number })[],
  sequences: readonly Sequence[],
  pieces: AsyncIterable<LoadedRows>,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(PLAIN_TEXT);
    const known = await listTables(client);
    refuseUnknown(tables, known);
    const { before, after } = await statementsAround(client, known);
    for (const statement of before) await client.query(statement);
    await client.query(`truncate ${known.map(({ name }) => name).join(', ')}`);
    const loaded = new Map<string, number>();
    for await (const { table, bytes } of pieces) {
      const { name, columns } = table;
      const rows = await copyIn(client, `copy ${name} (${columns.join(', ')}) from stdin`, bytes);
      loaded.set(name, (loaded.get(name) ?? 0) + rows);
    }
    refuseOthers(tables, loaded);
    for (const { name, last } of sequences) await client.query('select setval($1, $2)', [name, last]);
    for (const statement of after) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await client.query('analyze');
}

/** @throws {Error} when rows would have no place */
function refuseUnknown(tables: readonly Table[], known: readonly Table[]): void {
  const columns = new Map(known.map((table) => [table.name, new Set(table.columns)]));
  for (const table of tables) {
    const found = columns.get(table.name);
    const missing = found ? table.columns.filter((column) => !found.has(column)) : [];
    if (!found)
      throw new Error(
        `There is a table ${table.name} among the rows to load, which no migration of this release makes. Make it first, as where the rows come from.`,
      );
    if (missing.length > 0)
      throw new Error(`The table ${table.name} lacks the columns ${missing.join(', ')}.`);
  }
}

/** @throws {Error} when there were more or fewer rows than announced */
function refuseOthers(
  tables: readonly { readonly name: string; readonly rows?: number }[],
  loaded: ReadonlyMap<string, number>,
): void {
  for (const { name, rows = loaded.get(name) ?? 0 } of tables)
    if (rows !== (loaded.get(name) ?? 0))
      throw new Error(`${name} got ${loaded.get(name) ?? 0} rows instead of ${rows}.`);
}

/**
 * Triggers have run when the rows were written first. Foreign keys are taken off and made again, because a table may
 * come before the one that it refers to, and an owner who is no superuser has no other way. So are indexes, because
 * making an index of many rows is far quicker than adding each row.
 */
async function statementsAround(client: ClientBase, tables: readonly Table[]): Promise<Statements> {
  const { rows } = await client.query<{ before: string; after: string }>(
    `select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as before,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as after
    from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'
    union all
    select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any($1::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    union all
    select 3, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable %strigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always ' when 'R' then 'replica ' else '' end, tgname)
    from pg_trigger where tgrelid = any($1::regclass[]) and not tgisinternal and tgenabled <> 'D'
    order by step, before`,
    [tables.map(({ name }) => name)],
  );
  // A foreign key may need an index.
  return { before: rows.map(({ before }) => before), after: rows.map(({ after }) => after).reverse() };
}
