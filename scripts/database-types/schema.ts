/** Reads from the catalogue what the Data API shows of the schema `public`: tables, their references, functions. */
import type { Pool } from 'pg';

export interface Column {
  readonly name: string;
  /** As in pg_type.typname; arrays begin with an underscore. */
  readonly type: string;
  readonly nullable: boolean;
  /** An insert may leave it out. */
  readonly optional: boolean;
  /** The only texts that a check allows; null when any text will do. */
  readonly values: readonly string[] | null;
}

/** A value that a function computes from a row: the Data API answers it like a column. */
export type ComputedColumn = Pick<Column, 'name' | 'type'>;

export interface Reference {
  readonly name: string;
  readonly columns: readonly string[];
  readonly toTable: string;
  readonly toColumns: readonly string[];
  /** The referring columns are unique. */
  readonly oneToOne: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly computed: readonly ComputedColumn[];
  readonly references: readonly Reference[];
}

export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

export interface DatabaseFunction {
  readonly name: string;
  readonly arguments: readonly Argument[];
  /** The columns of a `returns table`, or of a type that is no table's; else null. */
  readonly columns: readonly Omit<Argument, 'optional'>[] | null;
  readonly returns: string;
  readonly returnsSet: boolean;
}

export interface Schema {
  readonly tables: readonly Table[];
  readonly functions: readonly DatabaseFunction[];
}

// `column in ('a', 'b')` is stored as `column = any (array['a'::text, 'b'::text])`, with one value as `column = 'a'`.
const TABLES = `
  select
    relname as name,
    (
      select json_agg(json_build_object(
        'name', attname,
        'type', typname,
        'nullable', not attnotnull,
        'optional', not attnotnull or atthasdef or attidentity <> '',
        'values', (
          select (select json_agg(found[1]) from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') as found)
          from pg_constraint
          where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
            and pg_get_constraintdef(oid) ~ ('^CHECK \\(\\(' || attname || ' = (ANY \\(ARRAY\\[)?(''[^'']*''::text(, )?)+(\\]\\))?\\)\\)$')
          limit 1
        )
      ) order by attname)
      from pg_attribute join pg_type on pg_type.oid = atttypid
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
    ) as columns,
    (
      select coalesce(json_agg(json_build_object('name', proname, 'type', typname) order by proname), '[]')
      from pg_proc join pg_type on pg_type.oid = prorettype
      where pronamespace = relnamespace and pronargs = 1 and proargtypes[0] = reltype
    ) as computed,
    (
      select coalesce(json_agg(json_build_object(
        'name', conname,
        'columns', (select json_agg(attname order by position) from unnest(conkey) with ordinality as key (number, position)
          join pg_attribute on attrelid = conrelid and attnum = number),
        'toTable', confrelid::regclass::text,
        'toColumns', (select json_agg(attname order by position) from unnest(confkey) with ordinality as key (number, position)
          join pg_attribute on attrelid = confrelid and attnum = number),
        'oneToOne', exists (select from pg_index where indrelid = conrelid and indisunique and indpred is null
          and indkey::int[] @> conkey::int[] and indkey::int[] <@ conkey::int[])
      ) order by conname), '[]')
      from pg_constraint
      where conrelid = pg_class.oid and contype = 'f'
        and confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    ) as references
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  order by relname
`;

const FUNCTIONS = `
  select
    proname as name,
    (select typname from pg_type where pg_type.oid = prorettype) as returns,
    proretset as "returnsSet",
    coalesce((
      select json_agg(json_build_object(
        'name', proargnames[position], 'type', typname, 'optional', position > pronargs - pronargdefaults
      ) order by proargnames[position])
      from unnest(proargtypes::oid[]) with ordinality as argument (type, position)
      join pg_type on pg_type.oid = argument.type
    ), '[]') as arguments,
    coalesce((
      select json_agg(json_build_object('name', proargnames[position], 'type', typname) order by proargnames[position])
      from unnest(proallargtypes) with ordinality as argument (type, position)
      join pg_type on pg_type.oid = argument.type
      where proargmodes[position] = 't'
    ), (
      select json_agg(json_build_object('name', attname, 'type', typname) order by attname)
      from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid
      where pg_class.reltype = prorettype and relkind = 'c'
    )) as columns
  from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    and not exists (select from pg_class where relnamespace = pronamespace and reltype = any (proargtypes::oid[]))
  order by proname
`;

/** @param pool a migrated database, as its owner */
export async function readSchema(pool: Pool): Promise<Schema> {
  const tables = await pool.query<Table>(TABLES);
  const functions = await pool.query<DatabaseFunction>(FUNCTIONS);
  return { tables: tables.rows, functions: functions.rows };
}
