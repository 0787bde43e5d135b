/** The catalogue queries behind introspect.ts. They take no values: `public` is the only exposed schema. */

/** A table or view and its columns. */
export interface RelationRow {
  readonly name: string;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly primary_key: readonly string[];
  readonly columns: readonly ColumnRow[];
}

export interface ColumnRow {
  readonly name: string;
  readonly type_schema: string;
  readonly type: string;
  readonly default?: string | null;
}

// Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete.
export const RELATIONS = `
  select
    c.relname as name,
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 8 = 8 as insertable,
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 4 = 4 as updatable,
    c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 16 = 16 as deletable,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k(attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p'
    ), '[]') as primary_key,
    coalesce((
      select json_agg(
        json_build_object(
          'name', a.attname,
          'type_schema', tn.nspname,
          'type', t.typname,
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
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
`;

export interface ForeignKeyRow {
  readonly name: string;
  readonly origin: string;
  readonly target: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly one_to_one: boolean;
}

// A foreign key over exactly the columns of a key of its own table has at most one row on either side.
export const FOREIGN_KEYS = `
  select
    f.conname as name,
    origin.relname as origin,
    target.relname as target,
    (
      select json_agg(json_build_array(oa.attname, ta.attname) order by k.position)
      from unnest(f.conkey, f.confkey) with ordinality as k(origin_attnum, target_attnum, position)
      join pg_attribute oa on oa.attrelid = f.conrelid and oa.attnum = k.origin_attnum
      join pg_attribute ta on ta.attrelid = f.confrelid and ta.attnum = k.target_attnum
    ) as pairs,
    exists (
      select from pg_constraint u
      where u.conrelid = f.conrelid and u.contype in ('p', 'u')
        and u.conkey @> f.conkey and u.conkey <@ f.conkey
    ) as one_to_one
  from pg_constraint f
  join pg_class origin on origin.oid = f.conrelid
  join pg_class target on target.oid = f.confrelid
  where f.contype = 'f' and f.conparentid = 0
    and origin.relnamespace = 'public'::regnamespace
    and target.relnamespace = 'public'::regnamespace
  order by origin.relname, f.conname
`;

export interface RoutineRow {
  readonly name: string;
  readonly volatile: boolean;
  readonly returns_set: boolean;
  readonly returns: 'void' | 'scalar' | 'rows';
  readonly relation: string | null;
  readonly parameters: readonly {
    readonly name: string;
    readonly type_schema: string;
    readonly type: string;
    readonly required: boolean;
    readonly variadic: boolean;
  }[];
  readonly columns: readonly ColumnRow[];
}

// Functions with OUT or TABLE arguments return rows of these; others with a composite type return its columns.
export const ROUTINES = `
  with arguments as (
    select p.oid, a.name, a.mode, a.position, t.typname as type, tn.nspname as type_schema,
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
    where p.pronamespace = 'public'::regnamespace
  )
  select
    p.proname as name,
    p.provolatile = 'v' as volatile,
    p.proretset as returns_set,
    case
      when r.typname = 'void' then 'void'
      when r.typtype = 'c' or p.proargmodes::text[] && '{t,b,o}' then 'rows'
      else 'scalar'
    end as returns,
    rc.relname as relation,
    coalesce((
      select json_agg(
        json_build_object(
          'name', a.name, 'type_schema', a.type_schema, 'type', a.type,
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
      when r.typtype = 'c' then (
        select json_agg(
          json_build_object('name', a.attname, 'type_schema', tn.nspname, 'type', t.typname) order by a.attnum
        )
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        join pg_namespace tn on tn.oid = t.typnamespace
        where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped
      )
      else '[]'
    end as columns
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  left join pg_class rc on rc.oid = r.typrelid
    and rc.relnamespace = 'public'::regnamespace and rc.relkind in ('r', 'p', 'v', 'm', 'f')
  where p.pronamespace = 'public'::regnamespace
    and p.prokind = 'f'
    and r.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler', 'fdw_handler')
  order by p.proname, p.pronargs
`;

export interface TypeRow {
  readonly schema: string;
  readonly name: string;
}

// Without the catalogue's own reference types: a cast to one of those would tell which objects exist. And without
// those that Postgres parses by recursion (see request/nesting.ts).
export const TYPES = `
  select n.nspname as schema, t.typname as name
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where n.nspname in ('pg_catalog', 'public', 'extensions')
    and t.typtype in ('b', 'd', 'e', 'r', 'm')
    and t.typname !~ '^_?(reg|pg_)'
    and t.typname not in ('aclitem', '_aclitem', 'refcursor', '_refcursor', 'tsquery', '_tsquery', 'xml', '_xml')
  order by n.nspname = 'pg_catalog', n.nspname
`;
