/**
 * Comments and SQL type names, which only the API's description needs. They are read when a client asks for it,
 * so that no other request waits for them.
 */
import type { Database } from '../../../database/database.ts';

export interface ColumnDescription {
  readonly name: string;
  readonly comment: string | null;
  /** The type as SQL writes it; for a domain, its base type. */
  readonly format: string;
  readonly max_length: number | null;
  readonly required: boolean;
  readonly choices: readonly string[] | null;
}

export interface RelationDescription {
  readonly comment: string | null;
  readonly columns: readonly ColumnDescription[];
}

export interface SchemaDescription {
  readonly comment: string | null;
  readonly relations: ReadonlyMap<string, RelationDescription>;
  /** The comments of functions by name; an overloaded function has the first comment found. */
  readonly routines: ReadonlyMap<string, string>;
}

const RELATIONS = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment, coalesce((
    select json_agg(
      json_build_object(
        'name', a.attname,
        'comment', col_description(c.oid, a.attnum),
        'format', format_type(b.oid, null),
        'max_length', case
          when b.oid in ('varchar'::regtype, 'bpchar'::regtype) then nullif(greatest(m.modifier, 4), 4) - 4
        end,
        'required', a.attnotnull or t.typnotnull,
        'choices', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = b.oid)
      ) order by a.attnum
    )
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
    cross join lateral (select case t.typtype when 'd' then t.typtypmod else a.atttypmod end) as m(modifier)
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]') as columns
  from pg_class c
  where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
`;

const ROUTINES = `
  select distinct on (p.proname) p.proname as name, obj_description(p.oid, 'pg_proc') as comment
  from pg_proc p
  where p.pronamespace = (select oid from pg_namespace where nspname = $1)
    and obj_description(p.oid, 'pg_proc') is not null
  order by p.proname, p.pronargs
`;

const SCHEMA = `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1`;

interface Named {
  readonly name: string;
}

export async function readDescriptions(database: Database, schema: string): Promise<SchemaDescription> {
  return database.asOwner(async (transaction) => {
    // Postgres, given an empty search path, writes types of the exposed schemas with their schema.
    await transaction.query({ text: "select set_config('search_path', '', true)" });
    const values = [schema];
    const [relations, routines, schemas] = await Promise.all([
      transaction.query<RelationDescription & Named>({ text: RELATIONS, values }),
      transaction.query<Named & { readonly comment: string }>({ text: ROUTINES, values }),
      transaction.query<{ readonly comment: string | null }>({ text: SCHEMA, values }),
    ]);
    return {
      comment: schemas.rows[0]?.comment ?? null,
      relations: new Map(relations.rows.map((row) => [row.name, row])),
      routines: new Map(routines.rows.map(({ name, comment }) => [name, comment])),
    };
  });
}
