/** Filters (`embed.column=eq.1`) and trees of them (`or=(a.eq.1,not.and(b.gt.2,c.is.null))`). */
import { parseComparison, parseListedComparison } from './parse-comparison.ts';
import { parseField, parseJsonPath, parseName } from './parse-field.ts';
import { parseAll, type Scanner } from './scanner.ts';
import type { At, Condition, Field } from './syntax.ts';

/** @throws {RestError} PGRST100 */
export function parseFilter(key: string, value: string): At<Condition> {
  const { path, value: field } = parseTreePath(key);
  return { path, value: { kind: 'filter', field, comparison: parseAll('filter', value, parseComparison) } };
}

/**
 * @param key `or`, `and`, `not.or`, `not.and`, each with a path of embed names before it
 * @throws {RestError} PGRST100
 */
export function parseLogic(key: string, value: string): At<Condition> {
  const names = parseAll('logic path', key, parseDotted);
  const negated = names.includes('not') ? 'not.' : '';
  const path = names.slice(0, -1).filter((name) => name !== 'not');
  return { path, value: parseAll('logic tree', `${negated}${names.at(-1)}${value}`, parseCondition) };
}

/** @throws {RestError} PGRST100 */
export function parseTreePath(key: string): At<Field> {
  return parseAll('tree path', key, (scanner) => {
    const names = parseDotted(scanner);
    const path = parseJsonPath(scanner);
    return { path: names.slice(0, -1), value: { name: names.at(-1) ?? '', path } };
  });
}

function parseDotted(scanner: Scanner): string[] {
  const names = [parseName(scanner)];
  while (scanner.accept('.')) names.push(parseName(scanner));
  return names;
}

function parseCondition(scanner: Scanner): Condition {
  return scanner.attempt(parseListedFilter) ?? parseTree(scanner);
}

function parseListedFilter(scanner: Scanner): Condition {
  const field = parseField(scanner);
  scanner.expect('.', 'delimiter (.)');
  return { kind: 'filter', field, comparison: parseListedComparison(scanner) };
}

function parseTree(scanner: Scanner): Condition {
  const negated = scanner.accept('not.');
  const operator = scanner.accept('and') ? 'and' : 'or';
  if (operator === 'or') scanner.expect('or', 'logic operator (and, or)');
  return scanner.nested(() => {
    scanner.skipSpace();
    scanner.expect('(');
    const conditions: Condition[] = [];
    do {
      scanner.skipSpace();
      conditions.push(parseCondition(scanner));
      scanner.skipSpace();
    } while (scanner.accept(','));
    scanner.expect(')', '"," or ")"');
    scanner.skipSpace();
    return { kind: 'logic', negated, operator, conditions };
  });
}
