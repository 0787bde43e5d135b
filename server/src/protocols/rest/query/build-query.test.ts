import { expect, test } from 'vitest';
import { exampleCatalog } from '../../../../test/rest/example-schema.ts';
import { planRequest } from '../plan/plan-request.ts';
import { parseRequest } from '../request/rest-request.ts';
import { buildQuery, type Query } from './build-query.ts';

interface Given {
  readonly prefer?: string;
  readonly accept?: string;
  readonly body?: string;
}

function queryOf(request: string, { body = '', ...headers }: Given = {}, mostBytes?: number): Query {
  const [method = '', target = ''] = request.split(' ');
  const [path = '', search = ''] = target.split('?');
  const plan = planRequest(
    parseRequest({
      method,
      path,
      search,
      body,
      header: (name) => headers[name as 'prefer'],
      headers: () => [],
    }),
    exampleCatalog,
  );
  if (plan.kind === 'options' || plan.kind === 'describe') throw new Error('No query is needed.');
  return buildQuery(plan, mostBytes);
}

test.each<[request: string, given?: Given]>([
  ['GET /pages'],
  ['GET /pages?id=eq.1&limit=1', { accept: 'application/vnd.pgrst.object+json' }],
  [
    'GET /pages?select=id,title:name,data->a->>0,id::text&order=name.desc.nullslast&limit=10&offset=20',
    { prefer: 'count=exact' },
  ],
  ['GET /pages?or=(name.ilike.*a*,not.and(id.in.(1,2),data->>x.is.null))&name=not.fts(english).word'],
  [
    'GET /pages?select=name,author:users!inner(name),children:pages(name),tags(label)&author.name=eq.x&children.order=name&children.limit=3',
  ],
  ['GET /pages?select=id,users()&users=is.null&limit=1', { prefer: 'count=exact' }],
  ['GET /pages?select=id,...users(name)&order=users(name)'],
  ['GET /pages', { accept: 'text/csv' }],
  ['HEAD /pages', { prefer: 'count=exact' }],
  ['POST /pages', { body: '{"name":"x"}' }],
  [
    'POST /pages?select=id,users(name)',
    { body: '[{"name":"x"}]', prefer: 'return=representation,missing=default' },
  ],
  ['POST /pages', { body: '{"id":1,"name":"x"}', prefer: 'resolution=merge-duplicates' }],
  ['POST /pages', { body: '{"name":"x"}', prefer: 'return=headers-only' }],
  ['PATCH /pages?id=eq.1', { body: '{"name":"x"}', prefer: 'return=representation' }],
  ['DELETE /pages?id=eq.1'],
  [
    'POST /pages?select=id',
    { body: '{"name":"x"}', accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' },
  ],
  ['POST /rpc/touch', { body: '{"page":1}', accept: 'application/vnd.pgrst.object+json' }],
  ['PUT /pages?id=eq.1', { body: '{"id":1,"name":"x"}' }],
  ['GET /users?select=name,initials&initials=eq.A&order=initials'],
  ['GET /users?select=name,recent(name)&recent.limit=1'],
  [
    'PATCH /users?id=eq.1&select=*,initials,recent(name)',
    { body: '{"name":"x"}', prefer: 'return=representation' },
  ],
  ['GET /users?select=id,...pages(name,data)&pages.order=name'],
  ['GET /users?select=id,...pages(name,...users(by:name))&pages.order=users(by)'],
  ['GET /pages?select=author_id,count(),data->size::int4.sum()::text&order=author_id'],
  ['GET /pages?select=parent_id,...users(name,id.max())'],
  ['GET /users?select=id,pages(count)'],
  ['GET /rpc/found?query=x&name=like.a*&select=name'],
  ['POST /rpc/found', { body: '{"query":"x"}', prefer: 'count=exact' }],
  ['POST /rpc/touch', { body: '{"page":1}' }],
])('%s', (request, given) => {
  const { text, values } = queryOf(request, given);
  expect(`${text}\n${JSON.stringify(values)}`).toMatchSnapshot(given ? JSON.stringify(given) : 'plain');
});

test('tells the database about the request before the statement', () => {
  const { before } = queryOf('GET /pages', { prefer: 'timezone=Europe/Berlin' });
  expect(before).toEqual([{ text: "select set_config('timezone', $1, true)", values: ['Europe/Berlin'] }]);
});

test('quotes every column name of a client', () => {
  const { text } = queryOf(`GET /pages?select=${encodeURIComponent('"a\\"; drop table pages; --":id')}`);
  expect(text).toContain('t0."id" as "a""; drop table pages; --"');
});

test.each([
  ['GET /pages?select=name,author:users(name),children:pages(name,data)&limit=3'],
  // Two of a name: SQL could not tell which one is meant.
  ['GET /pages?select=id,name,name,data->a'],
  ['GET /users?select=name,initials,...pages(name)'],
  ['POST /rpc/found', { body: '{"query":"x"}' }],
])('%s counts what it writes before it does', (request, given?: Given) => {
  expect(queryOf(request, given, 1000).text).toMatchSnapshot();
});

test('the look-up of one row, and what gives no rows, count nothing', () => {
  for (const request of ['GET /pages?id=eq.1', 'DELETE /pages?id=eq.1'])
    expect(queryOf(request, {}, 1000).text).not.toContain('set_config');
});
