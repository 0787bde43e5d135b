/** The API's description at its root. */
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { server, library } = useLibrary([
  "comment on schema public is E'The library\\n\\nBooks and who wrote them'",
  "create type public.shade as enum ('light', 'dark')",
  'create domain public.year as int check (value > 0)',
  `create table public.shelves (
    id bigint generated always as identity primary key,
    label varchar(20) not null default 'new''s',
    code char(3),
    wide boolean default false,
    height numeric default 42.5,
    built date default '1900-01-01',
    changed timestamptz default now(),
    colour public.shade not null default 'light',
    since public.year,
    words text[],
    anything jsonb,
    below bigint references public.shelves (id)
  )`,
  "comment on table public.shelves is E'Where books stand\\nOne row for each'",
  "comment on column public.shelves.label is 'As it is painted on'",
  'create view public.shelf_names as select id, label, below from public.shelves',
  'create view public.shelf_count as select count(*) from public.shelves',
  `create function public.find_shelf(label text, lowest int default 1, shades public.shade[] default null)
    returns setof public.shelves language sql stable as 'select * from public.shelves'`,
  "comment on function public.find_shelf is E'Looks for a shelf\\nBy its label'",
  "create function public.build_shelf(anything jsonb) returns void language sql as ''",
  "create function public.join_all(variadic words text[]) returns text language sql immutable as $$ select '' $$",
]);

interface Document {
  readonly [key: string]: unknown;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: object[] }>>>>;
  readonly definitions: Readonly<
    Record<string, { readonly required?: string[]; readonly properties: object }>
  >;
  readonly parameters: Readonly<Record<string, object>>;
}

async function describe(init: RequestInit = {}): Promise<Document> {
  const headers = { apikey: server().secrets.secretKey, ...(init.headers as Record<string, string>) };
  const response = await library().ask('/', { ...init, headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/openapi+json; charset=utf-8',
  ]);
  return (await response.json()) as Document;
}

test('is given to the secret key alone, in its media type or in any', async () => {
  expect((await library().ask('/')).status).toBe(403);
  expect((await library().askAs(library().alice, '/')).status).toBe(403);
  const typed = await describe({ headers: { accept: 'application/openapi+json' } });
  expect(await describe()).toEqual(typed);
  const asCsv = await library().ask('/', {
    headers: { apikey: server().secrets.secretKey, accept: 'text/csv' },
  });
  expect(asCsv.status).toBe(406);
  const elsewhere = await library().ask('/books', { headers: { accept: 'application/openapi+json' } });
  expect(elsewhere.status).toBe(406);
});

test('says what the API is and where', async () => {
  const document = await describe();
  expect(document).toMatchObject({
    swagger: '2.0',
    info: { title: 'The library', description: 'Books and who wrote them' },
    host: new URL(server().config.siteUrl).host,
    schemes: ['http'],
    basePath: '/rest/v1',
  });
});

test('describes the rows of a table: types, defaults, choices, comments and keys', async () => {
  const { definitions } = await describe();
  expect(definitions.shelves).toEqual({
    description: 'Where books stand\nOne row for each',
    required: ['id', 'label', 'colour'],
    type: 'object',
    properties: {
      id: { description: 'Note:\nThis is a Primary Key.<pk/>', format: 'bigint', type: 'integer' },
      label: {
        default: "new's",
        description: 'As it is painted on',
        format: 'character varying',
        maxLength: 20,
        type: 'string',
      },
      code: { format: 'character', maxLength: 3, type: 'string' },
      wide: { default: false, format: 'boolean', type: 'boolean' },
      height: { default: 42.5, format: 'numeric', type: 'number' },
      built: { default: '1900-01-01', format: 'date', type: 'string' },
      changed: { default: 'now()', format: 'timestamp with time zone', type: 'string' },
      colour: { default: 'light', enum: ['light', 'dark'], format: 'public.shade', type: 'string' },
      since: { format: 'integer', type: 'integer' },
      words: { format: 'text[]', type: 'array', items: { type: 'string' } },
      anything: { format: 'jsonb' },
      below: {
        description: "Note:\nThis is a Foreign Key to `shelves.id`.<fk table='shelves' column='id'/>",
        format: 'bigint',
        type: 'integer',
      },
    },
  });
  expect(definitions.shelf_names).toMatchObject({
    properties: { id: { description: 'Note:\nThis is a Primary Key.<pk/>' }, below: { format: 'bigint' } },
  });
  expect(definitions.shelf_names).not.toHaveProperty('required');
});

test('lists the parameters of each verb', async () => {
  const { paths, parameters } = await describe();
  const refs = (path: string, verb: string) =>
    paths[path]?.[verb]?.parameters.map((one) => Object.values(one)[0]?.replace('#/parameters/', ''));
  const filters = ['id', 'label', 'below'].map((name) => `rowFilter.shelf_names.${name}`);
  const page = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'];
  expect(refs('/shelf_names', 'get')).toEqual([...filters, ...page]);
  expect(refs('/shelf_names', 'post')).toEqual(['body.shelf_names', 'select', 'on_conflict', 'preferPost']);
  expect(refs('/shelf_names', 'patch')).toEqual([...filters, 'body.shelf_names', 'preferReturn']);
  expect(refs('/shelf_names', 'delete')).toEqual([...filters, 'preferReturn']);
  expect(Object.keys(paths['/shelf_count'] ?? {})).toEqual(['get']);
  expect(paths['/shelves']?.get).toMatchObject({
    tags: ['shelves'],
    summary: 'Where books stand',
    description: 'One row for each',
    responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/shelves' } } }, 206: {} },
  });
  expect(parameters['rowFilter.shelves.label']).toEqual({
    name: 'label',
    description: 'As it is painted on',
    required: false,
    in: 'query',
    type: 'string',
  });
  expect(parameters['body.shelves']).toMatchObject({ in: 'body', schema: { $ref: '#/definitions/shelves' } });
  // Nothing is referred to that is not there.
  const used = Object.values(paths).flatMap((verbs) =>
    Object.values(verbs).flatMap((verb) => verb.parameters ?? []),
  );
  const referred = used.flatMap((one) =>
    '$ref' in one ? [String(one.$ref).replace('#/parameters/', '')] : [],
  );
  expect(referred.length).toBeGreaterThan(50);
  expect(referred.filter((name) => !(name in parameters))).toEqual([]);
});

test('lists the arguments of functions, by GET when they change nothing', async () => {
  const { paths } = await describe();
  expect(paths['/rpc/find_shelf']?.get).toMatchObject({
    tags: ['(rpc) find_shelf'],
    summary: 'Looks for a shelf',
    description: 'By its label',
    parameters: [
      { name: 'label', required: true, in: 'query', format: 'text', type: 'string' },
      { name: 'lowest', required: false, in: 'query', format: 'integer', type: 'integer' },
      { name: 'shades', required: false, in: 'query', format: 'shade[]', type: 'string' },
    ],
  });
  expect(paths['/rpc/find_shelf']?.post?.parameters[0]).toEqual({
    name: 'args',
    required: true,
    in: 'body',
    schema: {
      description: 'Looks for a shelf\nBy its label',
      required: ['label'],
      type: 'object',
      properties: {
        label: { format: 'text', type: 'string' },
        lowest: { format: 'integer', type: 'integer' },
        shades: { format: 'shade[]', type: 'array', items: { type: 'string' } },
      },
    },
  });
  expect(Object.keys(paths['/rpc/build_shelf'] ?? {})).toEqual(['post']);
  expect(paths['/rpc/join_all']?.get?.parameters).toEqual([
    {
      name: 'words',
      required: true,
      in: 'query',
      type: 'array',
      items: { type: 'string' },
      collectionFormat: 'multi',
    },
  ]);
});

test('describes only exposed objects', async () => {
  const { definitions, paths } = await describe();
  expect(Object.keys(definitions)).not.toContain('audit_log_entries');
  expect(Object.keys(paths).filter((path) => path.includes('has_passed_second_step'))).toEqual([]);
  const { status } = await createClient(server().url, server().secrets.secretKey, { db: { schema: 'auth' } })
    .from('users')
    .select();
  expect(status).toBe(406);
});
