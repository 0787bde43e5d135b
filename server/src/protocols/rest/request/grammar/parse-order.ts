/** The `order` parameter: `name.desc.nullslast,author(name)`. */
import { parseField, parseName } from './parse-field.ts';
import { parseTreePath } from './parse-filter.ts';
import { parseAll, type Scanner } from './scanner.ts';
import type { At, OrderTerm } from './syntax.ts';

/** @throws {RestError} PGRST100 */
export function parseOrder(key: string, value: string): At<readonly OrderTerm[]> {
  return { path: parseTreePath(key).path, value: parseAll('order', value, parseTerms) };
}

function parseTerms(scanner: Scanner): readonly OrderTerm[] {
  const terms: OrderTerm[] = [];
  do terms.push(parseTerm(scanner));
  while (scanner.accept(','));
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  scanner.skipSpace();
  const related = scanner.attempt(parseRelatedField);
  const field = related?.field ?? parseField(scanner);
  const direction = scanner.accept('.asc') ? 'asc' : scanner.accept('.desc') ? 'desc' : undefined;
  const nulls = scanner.accept('.nullsfirst') ? 'first' : scanner.accept('.nullslast') ? 'last' : undefined;
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.sees(',')) {
    scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return { embed: related?.embed, field, direction, nulls };
}

function parseRelatedField(scanner: Scanner): Pick<OrderTerm, 'field'> & { readonly embed: string } {
  const embed = parseName(scanner);
  scanner.expect('(');
  const field = parseField(scanner);
  scanner.expect(')');
  return { embed, field };
}
