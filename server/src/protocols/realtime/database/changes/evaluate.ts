/**
 * Decides who gets which changes. Filters are tried once for all who have them, and policies are asked once for each
 * distinct caller, however many sockets and changes there are; a deletion, and a table without row-level security, ask none. Patterns can be costly: each caller's own are tried in
 * their name.
 */
import {
  type Caller,
  CallerMustWaitError,
  type Database,
  DatabaseUnavailableError,
} from '../../../../database/database.ts';
import type { Observe } from '../../../../observe/observation.ts';
import type { Binding, Filter } from './binding.ts';
import { type RecordedChange, type RecordedRow, type Refusal, refusalOf } from './change-data.ts';
import { type Match, type MatchRow, matchQuery } from './match-sql.ts';
import type { PublishedTable } from './published-table.ts';
import { isAbout, type Subscription } from './subscription.ts';

/** A change that a binding of a subscription gets. */
export interface Hit {
  readonly change: RecordedChange;
  readonly table: PublishedTable;
  readonly subscription: Subscription;
  readonly binding: Binding;
  /** Set when the subscriber may learn only that it happened. */
  readonly refusal: Refusal | undefined;
}

const CALLERS_AT_ONCE = 4;
const PATTERNS: readonly string[] = ['like', 'ilike', 'match', 'imatch'];
// Its statement reads no table.
const FOR_ALL: Caller = { role: 'service_role', claims: { role: 'service_role' } };

interface Context {
  readonly database: Pick<Database, 'asCaller'>;
  readonly observe: Observe;
}

/**
 * @param changes of one table
 * @throws {DatabaseUnavailableError} when nothing is known
 */
export async function evaluate(
  context: Context,
  table: PublishedTable,
  changes: readonly RecordedChange[],
  subscriptions: Iterable<Subscription>,
): Promise<readonly Hit[]> {
  const wanted = wantedHits(table, changes, subscriptions);
  const refused = wanted.filter(({ refusal }) => refusal !== undefined);
  const open = await passingFilters(
    context,
    table,
    wanted.filter(({ refusal }) => refusal === undefined),
  );
  const isFree = (hit: Hit) => !needsSight(hit) && patternsOf(hit).length === 0;
  const hits = [...refused, ...open.filter(isFree)];
  const asked = [
    ...Map.groupBy(
      open.filter((hit) => !isFree(hit)),
      ({ subscription }) => subscription.callerKey,
    ).values(),
  ];
  const ask = async () => {
    for (let of = asked.shift(); of; of = asked.shift()) hits.push(...(await seenBy(context, table, of)));
  };
  await Promise.all(Array.from({ length: CALLERS_AT_ONCE }, ask));
  return hits;
}

function wantedHits(
  table: PublishedTable,
  changes: readonly RecordedChange[],
  subscriptions: Iterable<Subscription>,
): Hit[] {
  const hits: Hit[] = [];
  for (const subscription of subscriptions) {
    for (const binding of subscription.bindings) {
      if (!isAbout(binding, table)) continue;
      for (const change of changes) {
        if (!table.actions.includes(change.action)) continue;
        if (binding.event !== '*' && binding.event !== change.action) continue;
        const refusal = refusalOf(table, change.action, subscription.caller.role);
        hits.push({ change, table, subscription, binding, refusal });
      }
    }
  }
  return hits;
}

/** @returns those that pass all filters but patterns */
async function passingFilters(
  context: Context,
  table: PublishedTable,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const shared = (hit: Hit) => hit.binding.filters.filter(({ operator }) => !PATTERNS.includes(operator));
  const filters = distinct(hits.flatMap(shared));
  if (filters.length === 0) return hits;
  const changes = [...new Set(hits.map(({ change }) => change))];
  const passes = await tryFilters(context, table, changes, filters);
  return hits.filter((hit) => shared(hit).every((filter) => passes.has(passKey(hit.change, filter))));
}

/** A filter that fails must not keep the others from being tried. */
async function tryFilters(
  context: Context,
  table: PublishedTable,
  changes: readonly RecordedChange[],
  filters: readonly Filter[],
): Promise<ReadonlySet<string>> {
  const attempt = async (some: readonly Filter[]) =>
    passesOf(changes, await match(context, FOR_ALL, table, changes, some, false));
  try {
    return await attempt(filters);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (filters.length === 1) {
      context.observe({ kind: 'background-failed', error });
      return new Set();
    }
  }
  const halves = [filters.slice(0, filters.length / 2), filters.slice(filters.length / 2)];
  const passes = [];
  for (const half of halves) passes.push(...(await tryFilters(context, table, changes, half)));
  return new Set(passes);
}

/** @param hits of one caller */
async function seenBy(
  context: Context,
  table: PublishedTable,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const [first] = hits;
  if (!first) return [];
  const changes = [...new Set(hits.map(({ change }) => change))];
  const patterns = distinct(hits.flatMap(patternsOf));
  try {
    const matches = await match(
      context,
      first.subscription.caller,
      table,
      changes,
      patterns,
      hits.some(needsSight),
    );
    const passes = passesOf(changes, matches);
    return hits.filter(
      (hit) =>
        (!needsSight(hit) || passes.has(passKey(hit.change, undefined))) &&
        patternsOf(hit).every((filter) => passes.has(passKey(hit.change, filter))),
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // They get nothing, and nobody else is kept waiting.
    if (!(error instanceof CallerMustWaitError)) context.observe({ kind: 'background-failed', error });
    return [];
  }
}

async function match(
  { database }: Context,
  caller: Caller,
  table: PublishedTable,
  changes: readonly RecordedChange[],
  filters: readonly Filter[],
  sight: boolean,
): Promise<readonly Match[]> {
  const needed = new Set([
    ...filters.map(({ column }) => column),
    ...table.columns.filter(({ isKey }) => isKey).map(({ name }) => name),
  ]);
  const rows = changes.map(({ record, oldRecord }) => partOf(record ?? oldRecord ?? {}, needed));
  const query = matchQuery(table, rows, filters, sight);
  const options = { readOnly: true, hasPattern: filters.some(({ operator }) => PATTERNS.includes(operator)) };
  const { rows: found } = await database.asCaller(caller, options, (transaction) =>
    transaction.last<MatchRow>(query.statement),
  );
  return query.read(found);
}

function needsSight({ change, table }: Hit): boolean {
  return table.hasRowSecurity && change.action !== 'DELETE';
}

function patternsOf({ binding }: Hit): readonly Filter[] {
  return binding.filters.filter(({ operator }) => PATTERNS.includes(operator));
}

function distinct(filters: readonly Filter[]): readonly Filter[] {
  return [...new Map(filters.map((filter) => [filterKey(filter), filter])).values()];
}

function passesOf(changes: readonly RecordedChange[], matches: readonly Match[]): ReadonlySet<string> {
  return new Set(
    matches.flatMap(({ row, filter }) => {
      const change = changes[row];
      return change ? [passKey(change, filter)] : [];
    }),
  );
}

function passKey({ id }: RecordedChange, filter: Filter | undefined): string {
  return `${id} ${filter ? filterKey(filter) : ''}`;
}

function filterKey({ column, operator, value, negated }: Filter): string {
  return JSON.stringify([column, operator, value, negated]);
}

function partOf(row: RecordedRow, columns: ReadonlySet<string>): string {
  const fields = Object.entries(row).filter(([name]) => columns.has(name));
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError && !(error instanceof CallerMustWaitError);
}
