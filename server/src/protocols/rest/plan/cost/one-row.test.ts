import { expect, test } from 'vitest';
import { exampleCatalog } from '../../../../../test/rest/example-schema.ts';
import { parseRequest } from '../../request/rest-request.ts';
import { planRequest } from '../plan-request.ts';

function isOneRow(target: string, headers: Readonly<Record<string, string>> = {}): boolean {
  const [path = '', search = ''] = target.split('?');
  const header = (name: string) => headers[name];
  const request = { method: 'GET', path, search, body: '', header, headers: () => [] };
  const plan = planRequest(parseRequest(request), exampleCatalog);
  return plan.kind === 'read' && plan.oneRow;
}

test.each([
  '/pages?id=eq.1',
  '/pages?select=name,data&name=eq.x&id=eq.1',
  '/pages?select=data->a&id=eq.1&limit=1',
  '/page_tags?page_id=eq.1&tag_id=eq.2',
])('one row is looked up: %s', (target) => {
  expect(isOneRow(target)).toBe(true);
});

test.each([
  '/pages',
  '/pages?name=eq.x',
  '/pages?id=neq.1',
  '/pages?id=not.eq.1',
  '/pages?id=eq(any).{1,2}',
  '/pages?or=(id.eq.1,id.eq.2)',
  // These may take long even on one row.
  '/pages?id=eq.1&name=match.(a*)*b',
  '/pages?select=id,users(name)&id=eq.1',
  '/pages?select=id,users()&users=is.null&id=eq.1',
  '/users?select=initials&id=eq.1',
  '/users?initials=eq.x&id=eq.1',
  '/pages?select=id.max()&id=eq.1',
  '/pages?select=a:name,b:name,c:name&id=eq.1',
  // Only a part of the key.
  '/page_tags?page_id=eq.1',
  // A view may look at anything.
  '/recent_pages?id=eq.1',
  '/rpc/found?query=x&id=eq.1',
])('more than one row may be read: %s', (target) => {
  expect(isOneRow(target)).toBe(false);
});

test('a count may read more than one row', () => {
  expect(isOneRow('/pages?id=eq.1', { prefer: 'count=exact' })).toBe(false);
});
