/** The `select` parameter: columns with aliases, casts and JSON paths, and embedded resources. */
import { requestErrors } from '../../errors.ts';
import { parseField, parseIdentifier, parseName } from './parse-field.ts';
import { parseAll, type Scanner } from './scanner.ts';
import type { JoinType, SelectItem } from './syntax.ts';

/** @throws {RestError} PGRST100; PGRST123 for aggregates, which are off here as they are upstream by default */
export function parseSelect(text: string): readonly SelectItem[] {
  return parseAll('select parameter', text, (scanner) => parseItems(scanner, 0));
}

// Embeds that go back and forth between two tables multiply their rows with each level: a few more, and one short
// request keeps the embedded database busy for ever, which nothing can interrupt.
const DEEPEST_EMBED = 3;

function parseItems(scanner: Scanner, level: number): readonly SelectItem[] {
  const items: SelectItem[] = [];
  scanner.skipSpace();
  if (scanner.atEnd || scanner.sees(')')) return items;
  do {
    scanner.skipSpace();
    const head = scanner.attempt(parseEmbedHead);
    items.push(head ? parseEmbedBody(scanner, head, level + 1) : parseColumn(scanner));
    scanner.skipSpace();
  } while (scanner.accept(','));
  return items;
}

type Embed = Extract<SelectItem, { kind: 'embed' }>;

type EmbedHead = Omit<Embed, 'select'>;

/** `[...][alias:]name[!hint][!inner](`; anything else is a column. */
function parseEmbedHead(scanner: Scanner): EmbedHead {
  const spread = scanner.accept('...');
  const alias = spread ? undefined : parseAlias(scanner);
  const target = parseName(scanner);
  // `count()` is the aggregate, never a table.
  if (target === 'count') scanner.fail('field name (* or [a..z0..9_$])');
  const words: string[] = [];
  while (words.length < 2 && scanner.accept('!')) words.push(parseName(scanner));
  scanner.expect('(');
  const join = words.find((word): word is JoinType => word === 'inner' || word === 'left');
  const hint = words.find((word) => word !== 'inner' && word !== 'left');
  return { kind: 'embed', target, alias, hint, join, spread };
}

function parseEmbedBody(scanner: Scanner, head: EmbedHead, level: number): SelectItem {
  if (level > DEEPEST_EMBED) scanner.fail(`at most ${DEEPEST_EMBED} levels of embedding`);
  const select = scanner.nested((inner) => parseItems(inner, level));
  scanner.expect(')', '")" or ","');
  return { ...head, select };
}

function parseAlias(scanner: Scanner): string | undefined {
  return scanner.attempt((ahead) => {
    const alias = parseName(ahead);
    if (ahead.sees('::')) ahead.fail('":"');
    ahead.expect(':');
    return alias;
  });
}

function parseColumn(scanner: Scanner): SelectItem {
  if (scanner.accept('*')) {
    expectEnd(scanner);
    return { kind: 'star' };
  }
  const alias = parseAlias(scanner);
  refuseCountAll(scanner);
  const field = parseField(scanner);
  const cast = scanner.accept('::') ? parseIdentifier(scanner) : undefined;
  if (scanner.match(/\.(?:sum|avg|count|max|min)\(\)/uy)) throw requestErrors.noAggregates();
  expectEnd(scanner);
  return { kind: 'field', field, cast, alias };
}

function refuseCountAll(scanner: Scanner): void {
  if (scanner.sees('count()')) throw requestErrors.noAggregates();
}

function expectEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.sees(',') && !scanner.sees(')')) {
    scanner.fail('"->>", "->", "::", ")", "," or end of input');
  }
}
