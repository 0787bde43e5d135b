/** The API's description at its root, as an OpenAPI 2.0 document that names tables, columns and functions. */
import type { Column, Relation, Routine, Schema } from '../schema-cache/schema.ts';
import type { Answer } from './answer.ts';

export function describeSchema(schema: Schema): Answer {
  const document = {
    swagger: '2.0',
    info: { title: 'standard public schema', version: '14' },
    basePath: '/rest/v1',
    consumes: ['application/json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ['/', { get: operation('The description of this API') }],
      ...[...schema.relations.values()].map((relation) => [`/${relation.name}`, relationPath(relation)]),
      ...[...schema.routines].map(([name, routines]) => [`/rpc/${name}`, routinePath(routines)]),
    ]),
    definitions: Object.fromEntries(
      [...schema.relations.values()].map((relation) => [relation.name, definition(relation)]),
    ),
  };
  return {
    status: 200,
    headers: { 'content-type': 'application/openapi+json; charset=utf-8' },
    body: JSON.stringify(document),
  };
}

function operation(summary: string) {
  return { summary, responses: { 200: { description: 'OK' } } };
}

function relationPath({ name, insertable, updatable, deletable }: Relation) {
  return {
    get: operation(`Read ${name}`),
    ...(insertable ? { post: operation(`Insert into ${name}`) } : {}),
    ...(updatable ? { patch: operation(`Update ${name}`) } : {}),
    ...(deletable ? { delete: operation(`Delete from ${name}`) } : {}),
  };
}

function routinePath(routines: readonly Routine[]) {
  const readable = routines.every(({ volatile }) => !volatile);
  const name = routines[0]?.name ?? '';
  return {
    ...(readable ? { get: operation(`Call ${name}`) } : {}),
    post: operation(`Call ${name}`),
  };
}

function definition({ columns, primaryKey }: Relation) {
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...columns.values()].map((column) => [column.name, property(column, primaryKey)]),
    ),
  };
}

function property({ name, type, default: expression }: Column, primaryKey: readonly string[]) {
  return {
    format: type.name,
    ...(expression === undefined ? {} : { default: expression }),
    ...(primaryKey.includes(name) ? { description: 'Note: This is a Primary Key.<pk/>' } : {}),
  };
}
