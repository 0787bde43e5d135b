/** A small schema for this protocol's unit tests, which need no database. */
import type { ForeignKeyRow } from './introspection-queries.ts';
import { buildRelationships } from './relationships.ts';
import type { Column, Relation, Routine, Schema } from './schema.ts';
import { nameTypes } from './type-names.ts';

const type = (name: string) => ({ schema: 'pg_catalog', name });

function columns(types: Readonly<Record<string, string>>): ReadonlyMap<string, Column> {
  return new Map(
    Object.entries(types).map(([name, typeName]) => [
      name,
      { name, type: type(typeName), default: name === 'name' ? "'Untitled'::text" : undefined },
    ]),
  );
}

function relation(name: string, types: Readonly<Record<string, string>>, primaryKey = ['id']): Relation {
  return {
    name,
    columns: columns(types),
    primaryKey,
    insertable: true,
    updatable: true,
    deletable: true,
  };
}

function key(name: string, origin: string, column: string, target: string): ForeignKeyRow {
  return { name, origin, target, pairs: [[column, 'id']], one_to_one: false };
}

const relations = new Map(
  [
    relation('pages', {
      id: 'int4',
      name: 'text',
      data: 'jsonb',
      author_id: 'int4',
      parent_id: 'int4',
    }),
    relation('users', { id: 'int4', name: 'text' }),
    relation('tags', { id: 'int4', label: 'text' }),
    relation('page_tags', { page_id: 'int4', tag_id: 'int4' }, ['page_id', 'tag_id']),
  ].map((one) => [one.name, one]),
);

function routine(name: string, parameter: string, parameterType: string, rest: Partial<Routine>): Routine {
  return {
    name,
    parameters: [{ name: parameter, type: type(parameterType), required: true, variadic: false }],
    volatile: false,
    returnsSet: false,
    returns: { kind: 'void' },
    ...rest,
  };
}

export const exampleSchema: Schema = {
  relations,
  relationships: buildRelationships(
    [
      key('pages_author_id_fkey', 'pages', 'author_id', 'users'),
      key('pages_parent_id_fkey', 'pages', 'parent_id', 'pages'),
      key('page_tags_page_id_fkey', 'page_tags', 'page_id', 'pages'),
      key('page_tags_tag_id_fkey', 'page_tags', 'tag_id', 'tags'),
    ],
    relations,
  ),
  routines: new Map([
    [
      'found',
      [
        routine('found', 'query', 'text', {
          returnsSet: true,
          returns: { kind: 'rows', columns: relations.get('pages')?.columns ?? new Map(), relation: 'pages' },
        }),
      ],
    ],
    ['touch', [routine('touch', 'page', 'int4', { volatile: true })]],
  ]),
  types: nameTypes([type('text'), type('int4'), type('jsonb')]),
};
