import { expect, test } from 'vitest';
import { parseQueryParameters } from './query-parameters.ts';

const parse = (name: string, value: string) =>
  parseQueryParameters(new URLSearchParams([[name, value]]).toString(), false);

test.each([
  ['content', 'match.^plan'],
  ['content', 'not.imatch.(one|two)+$'],
  ['content', String.raw`match.\d{4}-\d{2}-\d{2}`],
  // An escaped backslash before a digit is no back reference.
  ['content', String.raw`match.C:\\1`],
  ['and', '(name.eq.a,or(content.match.a*b,name.match(any).{a,b}))'],
])('%s=%s is a pattern', (name, value) => {
  expect(parse(name, value).hasPattern).toBe(true);
});

test.each([
  ['content', 'like.*a*'],
  ['content', String.raw`eq.match.(a)\1`],
  ['or', '(name.eq.a,name.fts.b)'],
])('%s=%s is not a pattern', (name, value) => {
  expect(parse(name, value).hasPattern).toBe(false);
});

test.each([
  ['content', String.raw`match.^(a*)(a*)(a*)\1\2\3b$`, 'it has a back reference'],
  ['content', String.raw`imatch.(a)\\\1`, 'it has a back reference'],
  ['and', String.raw`(name.eq.a,not.or(content.match."(a)\\1",name.eq.b))`, 'it has a back reference'],
  ['content', 'match.(?=.*a)(?=.*b)c', 'it looks ahead or behind'],
  ['content', 'match.(?<!a)b', 'it looks ahead or behind'],
  ['content', 'match.(?:(?:a{1,200}){1,200}){1,200}b', 'it repeats more than 1000 times'],
  ['content', 'match.((a{9,}){9,}){99,}', 'it repeats more than 1000 times'],
  ['content', String.raw`match.(?b)\(a\{50\}\)\{50\}`, 'it repeats more than 1000 times'],
  ['content', `match.${'a'.repeat(1001)}`, 'it is longer than 1000 characters'],
])('%s=%s costs too much', (name, value, details) => {
  expect(() => parse(name, value)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ status: 400, code: '2201B', details }) }),
  );
});
