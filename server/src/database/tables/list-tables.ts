/** The tables and sequences whose rows make up a database, as against those that say something about this one only. */
import type { ClientBase } from 'pg';

export interface Table {
  /** As SQL writes it, with its schema. */
  readonly name: string;
  /** As SQL writes them, without those that Postgres computes. */
  readonly columns: readonly string[];
}

export interface StoredTable extends Table {
  /** How many blocks of the disk it fills. */
  readonly blocks: number;
}

export interface Sequence {
  readonly name: string;
  readonly last: string;
}

const SCHEMAS = ['public', 'private', 'auth', 'realtime', 'storage', 'trellis_server'];

/** The migrations write the first one. The others are about processes, files and backups of one place. */
const LEFT_OUT = [
  'trellis_server.schema_migrations',
  'trellis_server.backups',
  'trellis_server.resumable_uploads',
];

/** Tables that are emptied by a crash are left out as well. */
export async function listTables(client: ClientBase): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select format('%I.%I', nspname, relname) as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      (pg_relation_size(pg_class.oid) / current_setting('block_size')::integer)::integer as blocks
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and nspname = any($1) and format('%I.%I', nspname, relname) <> all($2)
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by 1`,
    [SCHEMAS, LEFT_OUT],
  );
  return rows;
}

/** @returns those that have given a number */
export async function listSequences(client: ClientBase): Promise<readonly Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [SCHEMAS],
  );
  return rows;
}
