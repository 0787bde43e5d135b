/** The catalogue queries of introspect.ts about tables, views and keys. Their value is the list of exposed schemas. */

/** A table or view and its columns. */
export interface RelationRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly is_view: boolean;
  /** The query of a view, as Postgres keeps it parsed. */
  readonly definition: string | null;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly columns: readonly ColumnRow[];
}

export interface ColumnRow {
  readonly name: string;
  readonly type_schema: string;
  readonly type: string;
  /** A domain's innermost base type; null for any other type. */
  readonly base?: string | null;
  readonly default?: string | null;
  /** Its place in the table, from 1; missing for a function's result. */
  readonly number?: number;
}

// Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete.
export const RELATIONS = `
  select
    c.oid::int8::float8 as oid,
    n.nspname as schema,
    c.relname as name,
    c.relkind in ('v', 'm') as is_view,
    (
      select r.ev_action::text from pg_rewrite r
      where c.relkind in ('v', 'm') and r.ev_class = c.oid and r.ev_type = '1' and r.is_instead
    ) as definition,
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 8 = 8 as insertable,
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 4 = 4 as updatable,
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 16 = 16 as deletable,
    coalesce((
      select json_agg(
        json_build_object(
          'name', a.attname,
          'number', a.attnum,
          'type_schema', tn.nspname,
          'type', t.typname,
          'base', case when t.typtype = 'd' then (
            with recursive domains as (
              select t.typbasetype as oid
              union all
              select b.typbasetype from domains d join pg_type b on b.oid = d.oid where b.typtype = 'd'
            )
            select b.typname from domains d join pg_type b on b.oid = d.oid where b.typtype <> 'd'
          ) end,
          'default', case
            when a.attidentity = 'd' then format(
              'nextval(%L::regclass)',
              pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)
            )
            when a.attgenerated = 's' then null
            when d.adbin is null then pg_get_expr(t.typdefaultbin, 0)
            else pg_get_expr(d.adbin, d.adrelid)
          end
        ) order by a.attnum
      )
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join pg_namespace tn on tn.oid = t.typnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
`;

/** A primary key. Tables are oids, columns their numbers. */
export interface PrimaryKeyRow {
  readonly table: number;
  readonly columns: readonly number[];
}

// The keys of all schemas: an exposed view may read a table that is not exposed.
export const PRIMARY_KEYS = `
  select conrelid::int8::float8 as table, to_json(conkey) as columns from pg_constraint where contype = 'p'
`;

export interface ForeignKeyRow {
  readonly name: string;
  readonly origin: number;
  readonly target: number;
  readonly pairs: readonly (readonly [origin: number, target: number])[];
  readonly one_to_one: boolean;
}

// A foreign key over exactly the columns of a key of its own table has at most one row on either side.
export const FOREIGN_KEYS = `
  select
    f.conname as name,
    f.conrelid::int8::float8 as origin,
    f.confrelid::int8::float8 as target,
    (
      select json_agg(json_build_array(k.origin, k.target) order by k.position)
      from unnest(f.conkey, f.confkey) with ordinality as k(origin, target, position)
    ) as pairs,
    exists (
      select from pg_constraint u
      where u.conrelid = f.conrelid and u.contype in ('p', 'u')
        and u.conkey @> f.conkey and u.conkey <@ f.conkey
    ) as one_to_one
  from pg_constraint f
  where f.contype = 'f' and f.conparentid = 0
  order by f.conrelid::regclass::text, f.conname
`;

export interface TypeRow {
  readonly schema: string;
  readonly name: string;
}

// Leaves out the catalogue's own reference types, because a cast to one would tell which objects exist, and
// types that Postgres parses by recursion (see request/nesting.ts).
export const TYPES = `
  select n.nspname as schema, t.typname as name
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = any($1 || '{pg_catalog,public,extensions}'::text[])
    and t.typtype in ('b', 'd', 'e', 'r', 'm')
    and t.typname !~ '^_?(reg|pg_)'
    and t.typname not in ('aclitem', '_aclitem', 'refcursor', '_refcursor', 'tsquery', '_tsquery', 'xml', '_xml')
  order by n.nspname = 'pg_catalog', n.nspname
`;

/** Whether anything in the database uses the settings of a request or a response. */
export interface UsageRow {
  readonly reads_request: boolean;
  readonly sets_response: boolean;
}

// Code is in functions, policies, views, defaults, checks and triggers. `request.jwt…` is always there. A word that only
// ends like these, as the name of a function may, means something else.
export const USAGE = `
  with code as (
    select coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema')
    union all select pg_get_expr(polqual, polrelid) from pg_policy
    union all select pg_get_expr(polwithcheck, polrelid) from pg_policy
    union all select pg_get_expr(adbin, adrelid) from pg_attrdef
    union all select pg_get_viewdef(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
    union all select pg_get_constraintdef(oid) from pg_constraint where contype = 'c'
    union all select pg_get_triggerdef(oid) from pg_trigger where tgqual is not null
  )
  select
    coalesce(bool_or(text ~ '\\mrequest[.](?!jwt)'), false) as reads_request,
    coalesce(bool_or(text ~ '\\mresponse[.]'), false) as sets_response
  from code
`;
