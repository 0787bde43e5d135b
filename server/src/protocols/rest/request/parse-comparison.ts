/** A comparison such as `not.eq.5`, `in.(1,2)` or `fts(english).word`: what comes after a filter's column. */
import { parseIdentifier, parseQuoted } from './parse-field.ts';
import type { Scanner } from './scanner.ts';
import type {
  Comparison,
  IsValue,
  Operation,
  QuantifiedOperator,
  Quantifier,
  SimpleOperator,
  TextSearchOperator,
} from './syntax.ts';

const EXPECTED = '"not" or operator (eq, gt, ...)';
const WORD = /[a-z]+/uy;
const IS_VALUE = /not_null|null|true|false|unknown/iuy;
const UNQUOTED = /[^,)]*/uy;
const ARRAY_LITERAL = /\{[^{}]*\}/uy;

const QUANTIFIED: ReadonlySet<string> = new Set<QuantifiedOperator>([
  'eq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'match',
  'imatch',
]);
const SIMPLE: ReadonlySet<string> = new Set<SimpleOperator>([
  'neq',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
]);
const TEXT_SEARCH: ReadonlySet<string> = new Set<TextSearchOperator>(['fts', 'plfts', 'phfts', 'wfts']);

type ValueParser = (scanner: Scanner) => string;

/** A whole parameter's comparison, whose value is all that follows. */
export function parseComparison(scanner: Scanner): Comparison {
  return comparison(scanner, (rest) => rest.rest());
}

/** A comparison inside `and(…)` or `or(…)`, whose value ends at a comma or bracket unless it is quoted. */
export function parseListedComparison(scanner: Scanner): Comparison {
  return comparison(
    scanner,
    (value) => endingQuoted(value) ?? value.match(ARRAY_LITERAL) ?? value.match(UNQUOTED) ?? '',
  );
}

function comparison(scanner: Scanner, value: ValueParser): Comparison {
  const negated = scanner.accept('not.');
  return { negated, operation: operation(scanner, value) };
}

function operation(scanner: Scanner, value: ValueParser): Operation {
  const known = scanner.attempt((ahead) => {
    const word = ahead.match(WORD) ?? ahead.fail(EXPECTED);
    const bracketed = ahead.accept('(') ? parseBracketed(ahead) : undefined;
    ahead.expect('.', 'delimiter (.)');
    return { word, bracketed };
  });
  if (!known) return scanner.fail(EXPECTED);
  const { word, bracketed } = known;
  if (QUANTIFIED.has(word) && isQuantifier(bracketed)) {
    const operator = word as QuantifiedOperator;
    return { kind: 'quantified', operator, quantifier: bracketed, value: value(scanner) };
  }
  if (TEXT_SEARCH.has(word)) {
    const operator = word as TextSearchOperator;
    return { kind: 'text-search', operator, language: bracketed, value: value(scanner) };
  }
  if (bracketed !== undefined) return scanner.fail(EXPECTED);
  if (SIMPLE.has(word)) return { kind: 'simple', operator: word as SimpleOperator, value: value(scanner) };
  if (word === 'in') return { kind: 'in', values: parseList(scanner) };
  if (word === 'is') return { kind: 'is', value: parseIsValue(scanner) };
  if (word === 'isdistinct') return { kind: 'isdistinct', value: value(scanner) };
  return scanner.fail(EXPECTED);
}

function parseBracketed(scanner: Scanner): string {
  const word = parseIdentifier(scanner);
  scanner.expect(')');
  return word;
}

function isQuantifier(word: string | undefined): word is Quantifier | undefined {
  return word === undefined || word === 'any' || word === 'all';
}

function parseIsValue(scanner: Scanner): IsValue {
  const word = scanner.match(IS_VALUE) ?? scanner.fail('isVal: (null, not_null, true, false, unknown)');
  return word.toLowerCase() as IsValue;
}

function parseList(scanner: Scanner): readonly string[] {
  scanner.skipSpace();
  scanner.expect('(');
  scanner.skipSpace();
  const values: string[] = [];
  do values.push(endingQuoted(scanner) ?? scanner.match(UNQUOTED) ?? '');
  while (scanner.accept(','));
  scanner.expect(')', '"," or ")"');
  scanner.skipSpace();
  return values;
}

/** A quoted value that a comma, a bracket or nothing follows; otherwise its quotes are part of a plain value. */
function endingQuoted(scanner: Scanner): string | undefined {
  return scanner.attempt((ahead) => {
    const quoted = parseQuoted(ahead) ?? ahead.fail('"\\""');
    if (!ahead.atEnd && !ahead.sees(',') && !ahead.sees(')')) ahead.fail('"," or ")"');
    return quoted;
  });
}
