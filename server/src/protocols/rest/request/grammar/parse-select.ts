/** The `select` parameter: columns with aliases, casts, JSON paths and aggregates, and embedded resources. */
import { parseField, parseIdentifier, parseName } from './parse-field.ts';
import { parseAll, type Scanner } from './scanner.ts';
import type { Aggregate, AggregateName, JoinType, SelectItem } from './syntax.ts';

// An application asks for the same few selections over and over: each is worked out once.
const KEPT_SELECTIONS = 500;
const LONGEST_KEPT = 2000;
const kept = new Map<string, readonly SelectItem[]>();

/** @throws {RestError} PGRST100 */
export function parseSelect(text: string): readonly SelectItem[] {
  const known = kept.get(text);
  if (known) return known;
  const items = parseAll('select parameter', text, (scanner) => parseItems(scanner, 0));
  if (text.length <= LONGEST_KEPT) {
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_SELECTIONS && oldest !== undefined) kept.delete(oldest);
    kept.set(text, items);
  }
  return items;
}

// Embeds that go back and forth between two tables multiply their rows with each level: a few more, and one short
// request keeps the database busy for as long as a statement may take.
const DEEPEST_EMBED = 5;

const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/uy;

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
  if (scanner.accept('count()')) {
    const cast = parseCast(scanner);
    expectEnd(scanner);
    return { kind: 'count', cast, alias };
  }
  const field = parseField(scanner);
  const cast = parseCast(scanner);
  const aggregate = parseAggregate(scanner);
  expectEnd(scanner);
  return { kind: 'field', field, cast, alias, aggregate };
}

function parseCast(scanner: Scanner): string | undefined {
  return scanner.accept('::') ? parseIdentifier(scanner) : undefined;
}

function parseAggregate(scanner: Scanner): Aggregate | undefined {
  const call = scanner.match(AGGREGATE);
  if (call === undefined) return undefined;
  return { name: call.slice(1, -2) as AggregateName, cast: parseCast(scanner) };
}

function expectEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.sees(',') && !scanner.sees(')')) {
    scanner.fail('"->>", "->", "::", ")", "," or end of input');
  }
}
