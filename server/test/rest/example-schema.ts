/** A small schema for this protocol's unit tests, which need no database. */
import { buildRelationships, type ForeignKey } from '../../src/protocols/rest/schema-cache/relationships.ts';
import type {
  Catalog,
  Column,
  Relation,
  Routine,
  Schema,
} from '../../src/protocols/rest/schema-cache/schema.ts';
import { buildSettings } from '../../src/protocols/rest/schema-cache/settings.ts';
import { nameTypes } from '../../src/protocols/rest/schema-cache/type-names.ts';

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
    schema: 'public',
    name,
    columns: columns(types),
    computed: new Map(),
    relationships: [],
    isView: false,
    primaryKey,
    insertable: true,
    updatable: true,
    deletable: true,
  };
}

function key(name: string, origin: string, column: string, target: string): ForeignKey {
  const pairs = [[column, 'id']] as const;
  return { name, origin, target, pairs, oneToOne: false, originIsView: false, targetIsView: false };
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
    {
      ...relation('users', { id: 'int4', name: 'text' }),
      computed: new Map([['initials', { call: { schema: 'public', name: 'initials' }, type: type('text') }]]),
      relationships: [
        {
          kind: 'computed',
          origin: 'users',
          target: 'pages',
          call: { schema: 'public', name: 'recent' },
          toOne: false,
        },
      ],
    },
    relation('tags', { id: 'int4', label: 'text' }),
    relation('page_tags', { page_id: 'int4', tag_id: 'int4' }, ['page_id', 'tag_id']),
    { ...relation('recent_pages', { id: 'int4', name: 'text' }), isView: true },
  ].map((one): [string, Relation] => [one.name, one as Relation]),
);

function routine(name: string, parameter: string, parameterType: string, rest: Partial<Routine>): Routine {
  return {
    schema: 'public',
    name,
    parameters: [
      {
        name: parameter,
        type: type(parameterType),
        typeLabel: parameterType,
        required: true,
        variadic: false,
      },
    ],
    volatile: false,
    returnsSet: false,
    returns: { kind: 'void' },
    ...rest,
  };
}

const publicSchema: Schema = {
  name: 'public',
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

const settings = buildSettings([{ key: 'db_aggregates_enabled', value: 'true' }]);

export const exampleCatalog: Catalog = {
  schemas: new Map([['public', publicSchema]]),
  settings,
  readsRequest: false,
  setsResponse: false,
};
