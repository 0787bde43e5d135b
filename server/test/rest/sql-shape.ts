/**
 * Takes generated SQL apart and reports whatever the grammar does not allow: a word outside the fixed vocabulary, a
 * quoted name that neither the schema nor the request knows, or a literal that is not one of ours.
 */
import type { Schema } from '../../src/protocols/rest/schema-cache/schema.ts';

const TOKEN =
  /\s+|"(?:[^"]|"")*"|E?'(?:[^']|'')*'|\$\d+|[a-z_][a-z_0-9]*|-?\d+|->>|->|:=|::|<>|>=|<=|~\*|@>|<@|&&|<<|>>|&<|&>|-\|-|@@|\|\||[-=<>~()*,.+]|[\s\S]/gu;

const WORDS = new Set(
  `select from where and or not null true false unknown is distinct any all in like ilike as on inner left join
   lateral order by asc desc nulls first last limit offset with materialized insert into update set delete returning
   conflict do nothing excluded case when then end coalesce nullif count json_agg json_strip_nulls row_to_json
   to_jsonb jsonb_agg jsonb_build_object json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset
   json_array_elements jsonb_array_elements json_object_keys string_agg substring length cast text json jsonb int4
   regconfig to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery set_config current_setting
   body rows total inserted location source page value variadic a b c d h j k r s`.split(/\s+/),
);
const OWN_NAME = /^[tej]\d+$/;
const LITERALS = new Set([
  "'[]'",
  "'null'",
  "''",
  "','",
  "'0'",
  "'-1'",
  "'{}'",
  "'rest.inserted'",
  String.raw`E'\n'`,
]);
const NUMBERS = new Set(['0', '1', '2']);

/** @param aliases names that the request gives to its own output */
export function strangersIn(sql: string, schema: Schema, aliases: ReadonlySet<string>): string[] {
  const names = namesOf(schema);
  const tokens = withoutDefaults(sql, schema).match(TOKEN) ?? [];
  return tokens.filter((token) => !isAllowed(token, names, aliases));
}

function isAllowed(token: string, names: ReadonlySet<string>, aliases: ReadonlySet<string>): boolean {
  if (/^\s+$/.test(token) || /^\$\d+$/.test(token)) return true;
  if (token.startsWith('"')) {
    const name = token.slice(1, -1).replaceAll('""', '"');
    return names.has(name) || aliases.has(name);
  }
  if (/^E?'/.test(token)) return LITERALS.has(token);
  if (/^-?\d+$/.test(token)) return NUMBERS.has(token);
  if (/^[a-z_]/.test(token)) return WORDS.has(token) || OWN_NAME.test(token);
  return /^(?:->>|->|:=|::|<>|>=|<=|~\*|@>|<@|&&|<<|>>|&<|&>|-\|-|@@|\|\||[-=<>~()*,.+])$/.test(token);
}

/** Default expressions are Postgres' own words, taken from the catalogue as they are. */
function withoutDefaults(sql: string, schema: Schema): string {
  const expressions = [...schema.relations.values()].flatMap(({ columns }) =>
    [...columns.values()].flatMap(({ default: expression }) => expression ?? []),
  );
  return expressions.reduce(
    (text, expression) => text.replaceAll(`::text, ${expression}`, '::text, null'),
    sql,
  );
}

function namesOf(schema: Schema): ReadonlySet<string> {
  const relations = [...schema.relations.values()];
  const routines = [...schema.routines.values()].flat();
  return new Set([
    'public',
    'pgrst_scalar',
    ...relations.flatMap(({ name, columns }) => [name, ...columns.keys()]),
    ...relations.flatMap(({ columns }) => [...columns.values()].flatMap(typeNames)),
    ...routines.flatMap(({ name, parameters, returns }) => [
      name,
      ...parameters.flatMap((parameter) => [parameter.name, ...typeNames(parameter)]),
      ...(returns.kind === 'rows' ? returns.columns.keys() : []),
    ]),
    ...[...schema.types.values()].flatMap((type) => [type.schema, type.name]),
  ]);
}

function typeNames({
  type,
}: {
  readonly type: { readonly schema: string; readonly name: string };
}): string[] {
  return [type.schema, type.name];
}
