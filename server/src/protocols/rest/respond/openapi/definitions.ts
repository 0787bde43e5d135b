/** The rows of tables and views, and the arguments of functions, as schemas. */
import type { ColumnDescription, RelationDescription } from '../../schema-cache/descriptions.ts';
import type { Relation, Routine, Schema } from '../../schema-cache/schema.ts';
import { defaultOf, itemsOf, typed, typeOf } from './types.ts';

export function definition(schema: Schema, relation: Relation, { comment, columns }: RelationDescription) {
  const required = columns.filter((column) => column.required).map(({ name }) => name);
  return {
    ...(comment === null ? {} : { description: comment }),
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
    properties: Object.fromEntries(
      columns.map((column) => [column.name, property(schema, relation, column)]),
    ),
  };
}

function property(schema: Schema, relation: Relation, column: ColumnDescription) {
  const { name, format, max_length: maxLength, choices } = column;
  const description = describe(schema, relation, column);
  return {
    ...defaultOf(relation.columns.get(name)?.default, format),
    ...(description === undefined ? {} : { description }),
    ...(choices ? { enum: choices } : {}),
    format,
    ...(maxLength === null ? {} : { maxLength }),
    ...typed(typeOf(format)),
    ...itemsOf(format),
  };
}

/** The comment, and which keys the column is part of, in words that client generators know. */
function describe(
  schema: Schema,
  { name: table, primaryKey }: Relation,
  { name, comment }: ColumnDescription,
) {
  const keys = (schema.relationships.get(table) ?? []).flatMap((one) =>
    one.kind === 'many-to-one' || one.kind === 'one-to-one' ? [one] : [],
  );
  const key = keys
    .toSorted((a, b) => Number(a.targetIsView) - Number(b.targetIsView))
    .find(({ pairs, isParent }) => isParent && pairs.length === 1 && pairs[0]?.[0] === name);
  const column = key?.pairs[0]?.[1];
  const notes = [
    ...(primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...(key
      ? [
          `This is a Foreign Key to \`${key.target}.${column}\`.<fk table='${key.target}' column='${column}'/>`,
        ]
      : []),
  ];
  const note = notes.length === 0 ? [] : [['Note:', ...notes].join('\n')];
  const parts = [...(comment === null ? [] : [comment]), ...note];
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** The schema of a function's request body. */
export function argumentsSchema({ parameters }: Routine, comment: string | undefined) {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return {
    ...(comment === undefined ? {} : { description: comment }),
    ...(required.length === 0 ? {} : { required }),
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, typeLabel: format }) => [
        name,
        { format, ...typed(typeOf(format)), ...itemsOf(format) },
      ]),
    ),
  };
}
