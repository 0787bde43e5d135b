/**
 * Takes generated SQL apart and reports whatever the grammar does not allow: a word outside the fixed vocabulary, a
 * quoted name that neither the schema nor the request knows, or a literal that is not one of ours.
 */
import type { Catalog, Schema } from '../../../src/protocols/rest/schema-cache/schema.ts';

const TOKEN =
  /\s+|"(?:[^"]|"")*"|E?'(?:[^']|'')*'|\$\d+|[a-z_][a-z_0-9]*|-?\d+|->>|->|:=|::|<>|>=|<=|~\*|@>|<@|&&|<<|>>|&<|&>|-\|-|@@|\|\||[-=<>~()*,.+]|[\s\S]/gu;

const WORDS = new Set(
  `select from where and or not null true false unknown is distinct any all in like ilike as on inner left join
   lateral order by asc desc nulls first last limit offset with materialized insert into update set delete returning
   conflict do nothing excluded case when then end coalesce nullif count json_agg json_strip_nulls row_to_json
   to_jsonb jsonb_agg jsonb_build_object json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset
   json_array_elements jsonb_array_elements json_object_keys string_agg substring avg max min sum group row explain format
   analyze verbose length cast text json jsonb int4
   regconfig to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery set_config current_setting
   body rows total inserted location one source page value variadic a b c d h j k r s`.split(/\s+/),
);
const OWN_NAME = /^[tejc]\d+$/;
const LITERALS = new Set([
  "'[]'",
  "'null'",
  "''",
  "','",
  "'0'",
  "'-1'",
  "'{}'",
  "'rest.inserted'",
  "'rows instead of one: '",
  String.raw`E'\n'`,
]);

/** @param aliases names that the request gives to its own output */
export function strangersIn(sql: string, { schemas }: Catalog, aliases: ReadonlySet<string>): string[] {
  const [schema] = [...schemas.values()];
  if (!schema) throw new Error('No schema is exposed.');
  const names = namesOf(schema);
  // A grouping names the selected columns by their places, however many they are.
  const ungrouped = sql.replace(/group by \d+(?:, \d+)*/g, 'group by');
  const tokens = withoutDefaults(ungrouped, schema).match(TOKEN) ?? [];
  return tokens.filter((token) => !isAllowed(token, names, aliases));
}

function isAllowed(token: string, names: ReadonlySet<string>, aliases: ReadonlySet<string>): boolean {
  if (/^\s+$/.test(token) || /^\$\d+$/.test(token)) return true;
  if (token.startsWith('"')) {
    const name = token.slice(1, -1).replaceAll('""', '"');
    // `~1.2` and the like name columns that a spread resource gives to its parent to aggregate.
    return names.has(name) || aliases.has(name) || /^~\d+[./]\d+$/.test(name);
  }
  if (/^E?'/.test(token)) return LITERALS.has(token);
  if (/^-?\d+$/.test(token)) return Number(token) < 20;
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
    ...['avg', 'count', 'max', 'min', 'sum'],
    ...relations.flatMap(({ name, columns, computed }) => [name, ...columns.keys(), ...computed.keys()]),
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
