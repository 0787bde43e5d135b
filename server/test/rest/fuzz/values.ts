/** Values for filters, arguments and bodies, mostly of the type that they are for. */
import type { TypeName } from '../../../src/protocols/rest/schema-cache/schema.ts';
import type { Draw } from './draw.ts';

const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  text: ['', 'calm', 'ark', 'Plan', '*ark*', '%', '(', 'a,b', '"', '\\', 'ünï', '^ar', 'null'],
  int4: ['0', '1', '2', '3', '7', '-1', '2147483647', '2147483648', '1e3', ' 4', '4.0'],
  int8: ['0', '1', '9007199254740993', '-9223372036854775808'],
  float8: ['0', '1.5', 'NaN', 'Infinity', '-0', '1e308', '1e309'],
  numeric: ['0', '1.50', '12345678901234567890.123', 'NaN', '.5'],
  bool: ['true', 'false', 't', 'no', '1'],
  timestamptz: ['2026-01-01', '2026-01-01T12:00:00+02', 'now', 'infinity', 'yesterday', '2026-02-30'],
  date: ['2026-01-01', '-infinity', '0001-01-01 BC', 'today'],
  interval: ['1 day', 'PT5M', '-3 months', '1'],
  jsonb: ['{}', '{"kind":"calm"}', '[1,2]', '"x"', 'null', '7', '{"deep":{"list":[1,{"a":2}]}}', '{'],
  json: ['{}', '[]', '{"kind":"calm"}', '1'],
  _text: ['{}', '{red}', '{red,"a,b"}', '{NULL}', '{{a},{b}}', 'red', '{'],
  _int4: ['{}', '{1,2}', '{NULL,3}', '[0:1]={1,2}', '{x}'],
  int4range: ['[1,5)', '(,3]', 'empty', '[5,1]', '[1,5'],
  tstzrange: ['[2026-01-01,2026-06-01)', '(,)', 'empty', 'x'],
  tsvector: ['calm', 'calm & glad', 'calm | !sad', "'a b'", 'calm <-> glad', '!!!'],
  mood: ['calm', 'glad', 'sad', 'none'],
  bytea: ['\\x00ff', 'abc', '\\x0', '\\'],
  inet: ['127.0.0.1', '10.0.0.0/8', '::1', '300.1.1.1'],
};

const FOREIGN = Object.values(BY_TYPE).flat();

// Texts with another meaning somewhere between the address bar and Postgres.
export const POISON = [
  ...['"', "'", '\\', '--', '/*', ';', '$1', '$$', '%', '%00', '%zz', '\u0000', '\ud800', '🙂', '\u202e'],
  ...[')', '(', '::', '->', '->>', '{', '}', '[', ']', '*', ',', '.', '!', '=', '&', '#', '?', '/', '\r\n'],
  ...["'; drop table pages; --", '" or true --', '1e999', 'NaN', 'null', 'not.', '..', '../..', '__proto__'],
  ...['('.repeat(300), '['.repeat(300), '!'.repeat(200), 'a'.repeat(3000)],
] as const;

/** @param ids of rows, also of those that the caller may not see */
export function textFor(draw: Draw, type: TypeName, ids: readonly string[]): string {
  if (draw.chance(1)) return draw.pick(POISON);
  if (draw.chance(1)) return draw.text();
  if (draw.chance(2)) return draw.pick(FOREIGN);
  if (type.name === 'uuid') return draw.pick(ids);
  return draw.pick(BY_TYPE[type.name] ?? BY_TYPE.text ?? []);
}

const ANY = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'in', 'is'] as const;
const QUANTIFIED = ['eq(any)', 'gt(all)', 'lte(any)', 'lt(all)', 'gte(any)'] as const;
const PATTERNS = [
  ...['like', 'ilike', 'match', 'imatch', 'like(any)', 'ilike(all)', 'match(any)', 'imatch(all)'],
  ...['fts', 'plfts', 'phfts', 'wfts', 'fts(english)', 'plfts(simple)', 'wfts(german)', 'fts(nothing)'],
] as const;
const SETS = ['cs', 'cd', 'ov'] as const;
const RANGES = ['sl', 'sr', 'nxr', 'nxl', 'adj', ...SETS] as const;
const EVERY = [...ANY, ...QUANTIFIED, ...PATTERNS, ...RANGES, 'noop', ''] as const;

const BY_KIND: Readonly<Record<string, readonly string[]>> = {
  // Postgres has no equality of `json`.
  json: ['is', 'is', 'is', 'is', 'eq'],
  text: [...ANY, ...PATTERNS],
  jsonb: [...ANY, ...SETS, 'fts', 'plfts'],
  _text: [...ANY, ...SETS, ...QUANTIFIED],
  _int4: [...ANY, ...SETS],
  int4range: [...ANY, ...RANGES],
  tstzrange: [...ANY, ...RANGES],
  tsvector: ['fts', 'plfts', 'phfts', 'wfts', 'fts(english)'],
};

const TRUTHS = ['true', 'false', 'unknown', 'null', 'maybe'] as const;

/** A comparison such as `not.in.(1,2)`. */
export function comparisonOf(draw: Draw, type: TypeName, ids: readonly string[], listed: boolean): string {
  const known = draw.chance(98) ? (BY_KIND[type.name] ?? [...ANY, ...QUANTIFIED]) : EVERY;
  const operator = draw.pick(known);
  return `${draw.chance(20) ? 'not.' : ''}${operator}.${operand(draw, operator, type, ids, listed)}`;
}

function operand(
  draw: Draw,
  operator: string,
  type: TypeName,
  ids: readonly string[],
  listed: boolean,
): string {
  // A pattern may not end with a backslash. Whether that is noticed depends on the index that Postgres reads.
  const isPattern = /^i?like/.test(operator);
  const value = () => textFor(draw, type, ids).replace(/\\$/, isPattern ? '' : '$&');
  const many = () => Array.from({ length: draw.upTo(3) }, value).map(quoted);
  if (operator === 'is')
    return draw.pick(type.name === 'bool' || draw.chance(5) ? TRUTHS : ['null', 'not_null', 'NULL']);
  if (operator === 'in') return `(${many().join(',')})`;
  if (operator.endsWith('(any)') || operator.endsWith('(all)')) return `{${many().join(',')}}`;
  return listed ? quoted(value()) : value();
}

export function quoted(value: string): string {
  return /[",(){}\\.[\]]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value;
}
