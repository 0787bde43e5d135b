/** Turns foreign keys into the ways between tables, in both directions and across junction tables. */
import type { Appearance } from './appearances.ts';
import type { ForeignKeyRow } from './introspection-queries.ts';
import type { ColumnPair, KeyRelationship, Relation, Relationship } from './schema.ts';

/** A foreign key between two tables or views of one schema, by names. */
export interface ForeignKey {
  readonly name: string;
  readonly origin: string;
  readonly target: string;
  readonly pairs: readonly ColumnPair[];
  readonly oneToOne: boolean;
  readonly originIsView: boolean;
  readonly targetIsView: boolean;
}

/** The foreign keys as they can be seen in one schema: each once per pair of tables or views that shows its columns. */
export function visibleKeys(
  schema: string,
  rows: readonly ForeignKeyRow[],
  appearances: ReadonlyMap<number, readonly Appearance[]>,
): ForeignKey[] {
  const seen = (table: number) => (appearances.get(table) ?? []).filter((one) => one.schema === schema);
  return rows.flatMap((row) =>
    seen(row.origin).flatMap((origin) =>
      seen(row.target).flatMap((target) => visibleKey(row, origin, target)),
    ),
  );
}

function visibleKey(row: ForeignKeyRow, origin: Appearance, target: Appearance): ForeignKey[] {
  const pairs = row.pairs.flatMap(([near, far]) => {
    const [originColumn, targetColumn] = [origin.columns.get(near), target.columns.get(far)];
    return originColumn === undefined || targetColumn === undefined
      ? []
      : [[originColumn, targetColumn] as const];
  });
  if (pairs.length !== row.pairs.length) return [];
  return [
    {
      name: row.name,
      origin: origin.name,
      target: target.name,
      pairs,
      oneToOne: row.one_to_one,
      originIsView: origin.isView,
      targetIsView: target.isView,
    },
  ];
}

export function buildRelationships(
  keys: readonly ForeignKey[],
  relations: ReadonlyMap<string, Relation>,
): ReadonlyMap<string, readonly Relationship[]> {
  const all = keys.flatMap((key) => [forward(key), backward(key)]);
  const computed = [...relations.values()].flatMap(({ relationships }) => relationships);
  const found = [...all, ...acrossJunctions(keys, relations)];
  // A function that gives the rows of a relationship stands for the one that the keys would give.
  const replaced = new Set(computed.map(({ origin, call }) => JSON.stringify([origin, call.name])));
  const kept = found.filter(({ origin, target }) => !replaced.has(JSON.stringify([origin, target])));
  return Map.groupBy<string, Relationship>([...kept, ...computed], ({ origin }) => origin);
}

function forward(key: ForeignKey): KeyRelationship {
  return {
    kind: key.oneToOne ? 'one-to-one' : 'many-to-one',
    origin: key.origin,
    target: key.target,
    isParent: true,
    targetIsView: key.targetIsView,
    constraint: key.name,
    pairs: key.pairs,
  };
}

function backward(key: ForeignKey): KeyRelationship {
  return {
    kind: key.oneToOne ? 'one-to-one' : 'one-to-many',
    origin: key.target,
    target: key.origin,
    isParent: false,
    targetIsView: key.originIsView,
    constraint: key.name,
    pairs: swapped(key.pairs),
  };
}

/** A table whose primary key covers two of its foreign keys joins the tables that these point to. */
function acrossJunctions(
  keys: readonly ForeignKey[],
  relations: ReadonlyMap<string, Relation>,
): Relationship[] {
  const byTable = Map.groupBy(
    keys.filter((key) => !key.oneToOne),
    ({ origin }) => origin,
  );
  const tableKeys = new Set(keys.filter((key) => !key.originIsView).map(({ name }) => name));
  return [...byTable].flatMap(([junction, own]) => {
    const primaryKey = new Set(relations.get(junction)?.primaryKey);
    const joining = own.filter((key) => key.pairs.every(([column]) => primaryKey.has(column)));
    const standsIn = joining.some((key) => key.originIsView && tableKeys.has(key.name));
    return joining.flatMap((near) =>
      joining
        .filter((far) => far.name !== near.name)
        .map((far) => ({ ...acrossJunction(junction, near, far), standsIn })),
    );
  });
}

function acrossJunction(
  junction: string,
  near: ForeignKey,
  far: ForeignKey,
): Omit<Extract<Relationship, { kind: 'many-to-many' }>, 'standsIn'> {
  return {
    kind: 'many-to-many',
    origin: near.target,
    target: far.target,
    junction,
    constraints: [near.name, far.name],
    toJunction: swapped(near.pairs),
    toTarget: far.pairs,
  };
}

function swapped(pairs: readonly ColumnPair[]): readonly ColumnPair[] {
  return pairs.map(([origin, target]) => [target, origin]);
}
