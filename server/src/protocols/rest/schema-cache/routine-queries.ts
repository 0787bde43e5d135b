/** The catalogue query of introspect.ts about functions. Its value is the list of exposed schemas. */
import type { ColumnRow } from './introspection-queries.ts';

export interface RoutineRow {
  readonly schema: string;
  readonly name: string;
  readonly volatile: boolean;
  readonly returns_set: boolean;
  readonly returns: 'void' | 'scalar' | 'rows';
  /** The table or view of its rows; null when they belong to none. */
  readonly relation_schema: string | null;
  readonly relation: string | null;
  /** The table or view whose row is its only argument. */
  readonly row_of: number | null;
  readonly type_schema: string;
  readonly type: string;
  /** Says of itself that it gives one row. */
  readonly single: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly type_schema: string;
    readonly type: string;
    readonly label: string;
    readonly required: boolean;
    readonly variadic: boolean;
  }[];
  readonly columns: readonly ColumnRow[];
}

// Functions with OUT or TABLE arguments return rows of these; others with a composite type return its columns.
export const ROUTINES = `
  with arguments as (
    select p.oid, a.name, a.mode, a.position, t.typname as type, tn.nspname as type_schema,
      format_type(t.oid, null) as label, t.typrelid,
      a.mode in ('i', 'b', 'v') as is_input,
      count(*) filter (where a.mode in ('i', 'b', 'v')) over (partition by p.oid order by a.position) as input_position
    from pg_proc p
    cross join lateral (
      select coalesce(u.name, '') as name, coalesce(u.mode, 'i') as mode, u.type, u.position
      from unnest(
        coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes
      ) with ordinality as u(type, name, mode, position)
    ) a
    join pg_type t on t.oid = a.type
    join pg_namespace tn on tn.oid = t.typnamespace
    where p.pronamespace in (select oid from pg_namespace where nspname = any($1))
  )
  select
    pn.nspname as schema,
    p.proname as name,
    p.provolatile = 'v' as volatile,
    p.proretset as returns_set,
    case
      when r.typname = 'void' then 'void'
      when row.typtype = 'c' or p.proargmodes::text[] && '{t,b,o}' then 'rows'
      else 'scalar'
    end as returns,
    rn.nspname as relation_schema,
    rc.relname as relation,
    (
      select min(a.typrelid::int8)::float8 from arguments a where a.oid = p.oid and a.is_input
      having count(*) = 1 and min(a.typrelid::int8) > 0
    ) as row_of,
    rtn.nspname as type_schema,
    r.typname as type,
    not p.proretset or p.prorows = 1 as single,
    coalesce((
      select json_agg(
        json_build_object(
          'name', a.name, 'type_schema', a.type_schema, 'type', a.type, 'label', a.label,
          'required', a.input_position <= p.pronargs - p.pronargdefaults, 'variadic', a.mode = 'v'
        ) order by a.position
      )
      from arguments a where a.oid = p.oid and a.is_input
    ), '[]') as parameters,
    case
      when p.proargmodes::text[] && '{t,b,o}' then (
        select json_agg(
          json_build_object('name', a.name, 'type_schema', a.type_schema, 'type', a.type) order by a.position
        )
        from arguments a where a.oid = p.oid and a.mode in ('t', 'b', 'o')
      )
      when row.typtype = 'c' then (
        select json_agg(
          json_build_object('name', a.attname, 'type_schema', tn.nspname, 'type', t.typname) order by a.attnum
        )
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        join pg_namespace tn on tn.oid = t.typnamespace
        where a.attrelid = row.typrelid and a.attnum > 0 and not a.attisdropped
      )
      else '[]'
    end as columns
  from pg_proc p
  join pg_namespace pn on pn.oid = p.pronamespace
  join pg_type r on r.oid = p.prorettype
  join pg_namespace rtn on rtn.oid = r.typnamespace
  -- A domain of rows is as good as these.
  join pg_type row on row.oid = case r.typtype when 'd' then r.typbasetype else r.oid end
  left join pg_class rc on rc.oid = row.typrelid and rc.relkind in ('r', 'p', 'v', 'm', 'f')
  left join pg_namespace rn on rn.oid = rc.relnamespace
  where pn.nspname = any($1)
    and p.prokind = 'f'
    and r.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler', 'fdw_handler')
  order by p.proname, p.pronargs, pg_get_function_identity_arguments(p.oid)
`;
