import { expect, test } from 'vitest';
import { exampleCatalog } from '../../../../../test/rest/example-schema.ts';
import { parseRequest } from '../../request/rest-request.ts';
import { planRequest } from '../plan-request.ts';
import { mayTakeLong } from './may-take-long.ts';

function takesLong(method: string, target: string, body = ''): boolean {
  const [path = '', search = ''] = target.split('?');
  const request = { method, path, search, body, header: () => undefined, headers: () => [] };
  const plan = planRequest(parseRequest(request), exampleCatalog);
  if (plan.kind === 'options' || plan.kind === 'describe')
    throw new Error('Nothing is asked of the database.');
  return mayTakeLong(plan);
}

const tags = (count: number) => Array.from({ length: count }, (_, n) => `t${n}:tags(id)`).join();

test.each([
  '/pages?select=id,name&name=ilike.*a*',
  '/pages?name=not.match.a*b',
  '/pages?or=(id.eq.1,and(name.like(any).{a*,b*},id.gt.2))',
  '/pages?name=wfts.lattice',
  '/pages?select=id,tags(label)&tags.label=like.*a*',
  '/users?select=id,pages(id,tags(label))',
  `/pages?select=id,${tags(21)}`,
  '/pages?select=a:name,b:name,c:name',
  '/users?select=id,pages(a:name,b:name,c:name)',
])('a read may take long: %s', (target) => {
  expect(takesLong('GET', target)).toBe(true);
});

test.each([
  '/pages',
  '/pages?name=eq.x&id=gt.2&order=name',
  '/pages?id=in.(1,2,3)&name=neq.like',
  '/pages?select=id,tags(label),users(name)',
  `/pages?select=id,${tags(20)}`,
  '/pages?select=*,a:name,b:name',
  '/pages?select=data->a,data->b,data->c',
  '/rpc/found?query=x&id=eq.1',
])('a read is quick: %s', (target) => {
  expect(takesLong('GET', target)).toBe(false);
});

test('a write may take long if it has many rows, or looks for them in texts', () => {
  const rows = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: 'x' })));
  expect(takesLong('POST', '/pages', rows(1000))).toBe(true);
  expect(takesLong('POST', '/pages', rows(3))).toBe(false);
  expect(takesLong('PATCH', '/pages?name=like.*a*', '{"name":"x"}')).toBe(true);
  expect(takesLong('PATCH', '/pages?id=eq.1', '{"name":"x"}')).toBe(false);
  expect(takesLong('DELETE', '/pages?name=ilike.*a*')).toBe(true);
});
