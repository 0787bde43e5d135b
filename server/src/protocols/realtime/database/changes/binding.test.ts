/** A client's wishes are read as Supabase Realtime reads them. */
import { expect, test } from 'vitest';
import { parseBinding } from './binding.ts';

const parse = (filter: string) =>
  parseBinding({ id: 1, event: 'insert', schema: 'public', table: 'notes', filter }).filters.map(
    ({ column, operator, value, negated }) => `${column} ${negated ? 'not ' : ''}${operator} ${value}`,
  );

test.each([
  ['', []],
  ['   ', []],
  ['subject=eq.hey', ['subject eq hey']],
  ['subject=in.(hidee,ho)', ['subject in {hidee,ho}']],
  ['subject=in.("a,b",c)', ['subject in {"a,b",c}']],
  ['subject=not.like.hey%', ['subject not like hey%']],
  ['id=gt.0, id=lt.100', ['id gt 0', 'id lt 100']],
  ['text=eq."a,b=eq.c",id=eq.1', ['text eq a,b=eq.c', 'id eq 1']],
  [String.raw`text=eq."say \"hi\" \\"`, [String.raw`text eq say "hi" \ `.trim()]],
  ['text=eq."open', ['text eq "open']],
  ['text=eq.a"b,c=eq.d', ['text eq a"b', 'c eq d']],
  ['text=match.^(a,b)$,id=eq.1', ['text match ^(a,b)$', 'id eq 1']],
  ['text=eq.a.b=c', ['text eq a.b=c']],
])('%s', (filter, expected) => {
  expect(parse(filter)).toEqual(expected);
});

test.each([
  ['subject=foo.hey', '["foo", "hey"]'],
  ['undefined', '["undefined"]'],
  ['id=eq.1,,id=eq.2', 'filter must not contain empty segments (check for extra commas)'],
  ['id=in.1,2', '`in` filter value must be wrapped by parentheses'],
  [`${'id=eq.1,'.repeat(100)}id=eq.2`, 'too many filters. Maximum 100'],
])('refuses %s', (filter, problem) => {
  expect(() => parse(filter)).toThrow(`Error parsing \`filter\` params: ${problem}`);
});

test('knows three events, and takes any other for all of them', () => {
  const eventOf = (event: string) => parseBinding({ id: 1, event, schema: 'public' }).event;
  expect(['insert', 'UPDATE', 'Delete', '*', 'TRUNCATE'].map(eventOf)).toEqual([
    'INSERT',
    'UPDATE',
    'DELETE',
    '*',
    '*',
  ]);
});

test('selects columns of one table only', () => {
  const select = ['text'];
  expect(parseBinding({ id: 1, event: '*', schema: 'public', table: 'notes', select }).select).toEqual(
    select,
  );
  expect(() => parseBinding({ id: 1, event: '*', schema: 'public', select })).toThrow('wildcard');
});
