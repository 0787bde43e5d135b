/** The tables of the publication `supabase_realtime`, as far as the delivery of their changes needs to know them. */
import type { ApiRole, Statement } from '../../../../database/database.ts';
import type { Action } from './binding.ts';

export interface Column {
  readonly name: string;
  /** As payloads name it. */
  readonly typeName: string;
  /** As SQL, with its schema. */
  readonly type: string;
  readonly arrayType: string | null;
  readonly isKey: boolean;
  readonly readers: readonly ApiRole[];
}

export interface PublishedTable {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly actions: readonly Action[];
  readonly hasRowSecurity: boolean;
  /** There is a trigger that records its changes. */
  readonly isRecorded: boolean;
  readonly columns: readonly Column[];
}

export const TRIGGER = 'realtime_record_change';

const TABLES = `select pg_class.oid::int8::integer as oid, nspname as schema, relname as name,
  relrowsecurity as "hasRowSecurity",
  array_remove(array[
    case when pubinsert then 'INSERT' end, case when pubupdate then 'UPDATE' end, case when pubdelete then 'DELETE' end
  ], null) as actions,
  exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = '${TRIGGER}') as "isRecorded",
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', attname, 'typeName', typname, 'type', format('%I.%I', type_schema.nspname, typname),
      'arrayType', (
        select format('%I.%I', array_schema.nspname, array_type.typname)
        from pg_type as array_type join pg_namespace as array_schema on array_schema.oid = array_type.typnamespace
        where array_type.oid = pg_type.typarray),
      'isKey', exists (
        select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)),
      'readers', (
        select coalesce(jsonb_agg(role), '[]') from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_schema_privilege(role, relnamespace, 'usage')
          and has_column_privilege(role, attrelid, attnum, 'select'))
    ) order by attnum), '[]')
    from pg_attribute join pg_type on pg_type.oid = atttypid
    join pg_namespace as type_schema on type_schema.oid = typnamespace
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped
  ) as columns
  from pg_publication join pg_publication_tables using (pubname)
  join pg_namespace on nspname = schemaname
  join pg_class on relnamespace = pg_namespace.oid and relname = tablename
  where pubname = 'supabase_realtime'`;

export const ALL_TABLES: Statement = { name: 'realtime_published_tables', text: TABLES };
