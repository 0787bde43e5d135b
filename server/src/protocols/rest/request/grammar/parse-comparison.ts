/** A comparison such as `not.eq.5`, `in.(1,2)` or `fts(english).word`: what comes after a filter's column. */
import { parseQuoted } from './parse-field.ts';
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
const QUANTIFIED = /(?:eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((?:any|all)\))?\./uy;
const SIMPLE = /(?:neq|cs|cd|ov|sl|sr|nxr|nxl|adj)\./uy;
const TEXT_SEARCH = /(?:fts|plfts|phfts|wfts)(?:\([\p{L}\d_ $]+\))?\./uy;
const IS_VALUE = /not_null|null|true|false|unknown/iuy;
const UNQUOTED = /[^,)]*/uy;
const ARRAY_LITERAL = /\{[^{}]*\}/uy;

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
  const quantified = scanner.match(QUANTIFIED);
  if (quantified !== undefined) {
    const [operator, quantifier] = split(quantified) as [QuantifiedOperator, Quantifier | undefined];
    return { kind: 'quantified', operator, quantifier, value: value(scanner) };
  }
  const simple = scanner.match(SIMPLE);
  if (simple !== undefined) {
    const [operator] = split(simple) as [SimpleOperator, undefined];
    return { kind: 'simple', operator, value: value(scanner) };
  }
  const textSearch = scanner.match(TEXT_SEARCH);
  if (textSearch !== undefined) {
    const [operator, language] = split(textSearch) as [TextSearchOperator, string | undefined];
    return { kind: 'text-search', operator, language, value: value(scanner) };
  }
  if (scanner.accept('in.')) return { kind: 'in', values: parseList(scanner) };
  if (scanner.accept('is.')) return { kind: 'is', value: parseIsValue(scanner) };
  if (scanner.accept('isdistinct.')) return { kind: 'isdistinct', value: value(scanner) };
  return scanner.fail(EXPECTED);
}

/** `like(any).` is the operator `like` with the word `any`. */
function split(operator: string): [string, string | undefined] {
  const [word = '', bracketed] = operator.slice(0, -1).split(/[()]/);
  return [word, bracketed?.trim()];
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
