/** Turns foreign keys into the ways between tables, in both directions and across junction tables. */
import type { ForeignKeyRow } from './introspection-queries.ts';
import type { ColumnPair, Relation, Relationship } from './schema.ts';

export function buildRelationships(
  foreignKeys: readonly ForeignKeyRow[],
  relations: ReadonlyMap<string, Relation>,
): ReadonlyMap<string, readonly Relationship[]> {
  const all = foreignKeys.flatMap((key) => [forward(key), backward(key)]);
  return Map.groupBy([...all, ...acrossJunctions(foreignKeys, relations)], ({ origin }) => origin);
}

function forward(key: ForeignKeyRow): Relationship {
  return {
    kind: key.one_to_one ? 'one-to-one' : 'many-to-one',
    origin: key.origin,
    target: key.target,
    constraint: key.name,
    pairs: key.pairs,
  };
}

function backward(key: ForeignKeyRow): Relationship {
  return {
    kind: key.one_to_one ? 'one-to-one' : 'one-to-many',
    origin: key.target,
    target: key.origin,
    constraint: key.name,
    pairs: swapped(key.pairs),
  };
}

/** A table whose primary key covers two of its foreign keys joins the tables that these point to. */
function acrossJunctions(
  foreignKeys: readonly ForeignKeyRow[],
  relations: ReadonlyMap<string, Relation>,
): Relationship[] {
  const byTable = Map.groupBy(
    foreignKeys.filter((key) => !key.one_to_one),
    ({ origin }) => origin,
  );
  return [...byTable].flatMap(([junction, keys]) => {
    const primaryKey = new Set(relations.get(junction)?.primaryKey);
    const covered = (key: ForeignKeyRow) => key.pairs.every(([column]) => primaryKey.has(column));
    const joining = keys.filter(covered);
    return joining.flatMap((near) =>
      joining.filter((far) => far !== near).map((far) => acrossJunction(junction, near, far)),
    );
  });
}

function acrossJunction(junction: string, near: ForeignKeyRow, far: ForeignKeyRow): Relationship {
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
