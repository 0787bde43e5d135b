/** The operations of each table, view and function. */
import type { RelationDescription } from '../../schema-cache/descriptions.ts';
import type { Parameter, Relation, Routine } from '../../schema-cache/schema.ts';
import { argumentsSchema } from './definitions.ts';
import { parameterRef } from './parameters.ts';
import { itemsOf, summarise, typed, typeOf } from './types.ts';

export const ROOT = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
};

export function relationPath(relation: Relation, { comment, columns }: RelationDescription) {
  const { name, insertable, updatable, deletable } = relation;
  const about = { tags: [name], ...summarise(comment) };
  const filters = columns.map((column) => parameterRef(`rowFilter.${name}.${column.name}`));
  const body = parameterRef(`body.${name}`);
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  return {
    get: {
      ...about,
      parameters: [
        ...filters,
        ...(['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'] as const).map(
          parameterRef,
        ),
      ],
      responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
    },
    ...(insertable && {
      post: {
        ...about,
        parameters: [body, ...(['select', 'on_conflict', 'preferPost'] as const).map(parameterRef)],
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(updatable && {
      patch: {
        ...about,
        parameters: [...filters, body, parameterRef('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
    ...(deletable && {
      delete: {
        ...about,
        parameters: [...filters, parameterRef('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
  };
}

export function routinePath(routine: Routine, comment: string | undefined) {
  const about = {
    tags: [`(rpc) ${routine.name}`],
    ...summarise(comment),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { 200: { description: 'OK' } },
  };
  const args = { name: 'args', required: true, in: 'body', schema: argumentsSchema(routine, comment) };
  const post = { ...about, parameters: [args, parameterRef('preferParams')] };
  if (routine.volatile) return { post };
  return { get: { ...about, parameters: routine.parameters.map(queryArgument) }, post };
}

function queryArgument({ name, typeLabel: format, required, variadic }: Parameter) {
  const type = typeOf(format);
  if (variadic)
    return { name, required, in: 'query', ...typed(type), ...itemsOf(format), collectionFormat: 'multi' };
  // An array comes as Postgres writes it: {1,2}.
  return {
    name,
    required,
    in: 'query',
    format,
    type: type === undefined || type === 'array' ? 'string' : type,
  };
}
