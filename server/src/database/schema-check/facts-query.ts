/**
 * The facts of a schema that protect its data: one line for each, `<what it is>: <digest of how it is>`, or the `grant`
 * that brings it about. Postgres writes an expression from its parse tree, a little different in each version, so those
 * are compared without spaces, parentheses and the names of sub-selects.
 */

/** The schemas that the migrations fill. pg_cron has a `cron` of its own, so ours is not among them. */
const OURS = `('public', 'private', 'auth', 'realtime', 'storage')`;
const API_ROLES = `('anon', 'authenticated', 'service_role')`;
const GRANTEE = `case grantee when 0 then 'public' else grantee::regrole::text end`;
const GRANTED_TO_API = `(grantee = 0 or grantee::regrole::text in ${API_ROLES})`;
const OF_EXTENSION = (oid: string) => `exists (select from pg_depend where objid = ${oid} and deptype = 'e')`;
/** Comments and white space do not count, as in the digests of migrations. */
const STATEMENTS = (text: string) =>
  `regexp_replace(regexp_replace(${text}, '^[ \\t]*--.*$', '', 'gn'), '[ \\t\\r\\n]+', '', 'g')`;
const PLAIN = (expression: string) => `regexp_replace(
  regexp_replace(lower(${expression}), '\\s+as \\w+(?=\\s*\\))', '', 'g'), '[\\s()]', '', 'g')`;

/** Needs an empty search path, so that every name comes with its schema. */
export const FACTS = `
with ours as (select oid, nspname, nspacl, nspowner from pg_namespace where nspname in ${OURS}),
tables as (
  select pg_class.oid, relkind, relrowsecurity, relacl, relowner, pg_class.oid::regclass::text as name,
    case relkind when 'S' then 'sequence' else 'table' end as kind
  from pg_class join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S')
),
functions as (
  select pg_proc.*, pg_proc.oid::regprocedure::text as name
  from pg_proc join ours on ours.oid = pronamespace
  where not ${OF_EXTENSION('pg_proc.oid')} and prokind in ('f', 'p')
)
select format('schema %s', nspname) as fact from ours
union all
select format('extension %s', extname) from pg_extension where extname in ('btree_gin', 'pg_trgm', 'unaccent')
union all
select format('%s %s', kind, name) from tables
union all
select format('row level security of %s', name) from tables where relrowsecurity
union all
select format('column %s.%s: %s%s', name, attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' end)
from tables join pg_attribute on attrelid = tables.oid
where relkind in ('r', 'p') and attnum > 0 and not attisdropped
union all
select format('constraint %s of %s', conname, name) from tables join pg_constraint on conrelid = tables.oid
where contype in ('p', 'u', 'f', 'c', 'x') and convalidated
union all
select format('index %s of %s', indexrelid::regclass, name) from tables join pg_index on indrelid = tables.oid
where indisvalid and not exists (select from pg_constraint where conindid = indexrelid)
union all
select format('policy %s of %s: %s', polname, name, md5(concat_ws('|', polcmd, polpermissive,
  array(select case role when 0 then 'public' else role::regrole::text end from unnest(polroles) as role order by 1),
  ${PLAIN('pg_get_expr(polqual, polrelid)')}, '|', ${PLAIN('pg_get_expr(polwithcheck, polrelid)')})))
from tables join pg_policy on polrelid = tables.oid
union all
select format('function %s: %s', functions.name, md5(concat_ws('|', lanname, prosecdef, provolatile, proisstrict,
  prorettype::regtype, proretset, proconfig, proargnames, ${STATEMENTS('prosrc')})))
from functions join pg_language on pg_language.oid = prolang
union all
select format('trigger %s of %s: %s', tgname, tables.name, md5(concat_ws('|', tgtype, tgenabled, tgfoid::regproc,
  tgqual is null, array(
    select attname::text from unnest(tgattr) as number join pg_attribute on attrelid = tgrelid and attnum = number
  ))))
from tables join pg_trigger on tgrelid = tables.oid
where not tgisinternal and tgfoid::regproc::text <> 'realtime.record_change'
union all
select format('grant %s on schema %s to %s', lower(privilege_type), nspname, ${GRANTEE})
from ours, aclexplode(nspacl)
where grantee <> nspowner and grantee::regrole::text in ${API_ROLES}
union all
select format('grant %s on %s %s to %s', lower(privilege_type), kind, name, ${GRANTEE})
from tables, aclexplode(relacl)
where grantee <> relowner and ${GRANTED_TO_API} and privilege_type <> 'MAINTAIN'
union all
select format('grant %s (%I) on table %s to %s', lower(privilege_type), attname, name, ${GRANTEE})
from tables join pg_attribute on attrelid = tables.oid, aclexplode(attacl)
where not attisdropped and ${GRANTED_TO_API}
union all
select format('grant execute on function %s to %s', name, ${GRANTEE})
from functions, aclexplode(coalesce(proacl, acldefault('f', proowner)))
where grantee <> proowner and ${GRANTED_TO_API}
order by 1
`;
