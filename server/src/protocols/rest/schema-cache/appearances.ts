/**
 * The places at which the columns of a table can be seen: the table itself, and the views that show them as they are. A
 * key of the table is a key of each of these, too.
 */
import type { RelationRow } from './introspection-queries.ts';
import { columnSources, type Source } from './view-columns.ts';

/** An exposed table or view through which columns of one table can be seen. */
export interface Appearance {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  /** By the column's number in the table, its name here. */
  readonly columns: ReadonlyMap<number, string>;
}

/** @returns by the table's oid, the table itself before its views */
export function findAppearances(rows: readonly RelationRow[]): ReadonlyMap<number, readonly Appearance[]> {
  const viewed = new Map(
    rows.flatMap(({ oid, definition }) => (definition === null ? [] : [[oid, columnSources(definition)]])),
  );
  const found = rows
    .toSorted((a, b) => Number(a.is_view) - Number(b.is_view))
    .flatMap((row) =>
      [...columnsByTable(row, viewed)].map(([table, columns]) => ({
        table,
        appearance: { schema: row.schema, name: row.name, isView: row.is_view, columns },
      })),
    );
  return new Map(
    [...Map.groupBy(found, ({ table }) => table)].map(([table, list]) => [
      table,
      list.map(({ appearance }) => appearance),
    ]),
  );
}

type Viewed = ReadonlyMap<number, ReadonlyMap<number, Source>>;

function columnsByTable(row: RelationRow, viewed: Viewed): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const tables = new Map<number, Map<number, string>>();
  for (const { name, number = 0 } of row.columns) {
    const { relation, column } = originOf({ relation: row.oid, column: number }, viewed);
    const columns = tables.get(relation) ?? new Map<number, string>();
    // A view may show a column twice: the first time counts.
    if (!columns.has(column)) columns.set(column, name);
    tables.set(relation, columns);
  }
  return tables;
}

/** Through views on views. Two views may be made to stand on each other: nothing can be read of these. */
function originOf(source: Source, viewed: Viewed): Source {
  const passed = new Set<number>();
  let found = source;
  let further: Source | undefined = source;
  while (further && !passed.has(further.relation)) {
    found = further;
    passed.add(found.relation);
    further = viewed.get(found.relation)?.get(found.column);
  }
  return found;
}
