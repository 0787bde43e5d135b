/**
 * Which foreign key an embedded resource goes through. The target may be named by table, constraint or column, and
 * `!hint` chooses between several (docs.postgrest.org/en/v14/references/api/resource_embedding.html).
 */
import { schemaErrors } from '../../errors.ts';
import type { KeyRelationship, Relationship, Schema } from '../../schema-cache/schema.ts';
import { closestName } from './closest-name.ts';

/**
 * @param origin the table that the resource is embedded in
 * @throws {RestError} PGRST200 without a match, PGRST201 with several
 */
export function findRelationship(
  schema: Schema,
  origin: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const candidates = schema.relationships.get(origin) ?? [];
  const [found, ...others] = candidates.filter((candidate) => matches(candidate, target, hint));
  if (!found) throw noRelationship(schema, candidates, origin, target, hint);
  if (others.length > 0) throw ambiguous(origin, target, [found, ...others]);
  return found;
}

function matches(candidate: Relationship, target: string, hint: string | undefined): boolean {
  if (candidate.kind === 'computed') return candidate.call.name === target;
  if (candidate.kind === 'many-to-many' && candidate.standsIn && candidate.junction !== hint) return false;
  const named = target === candidate.target;
  if (candidate.origin === candidate.target) return matchesSelf(candidate, named, target, hint);
  if (hint === undefined) {
    if (named) return true;
    // A key and its column name the table, not the views that show it.
    if (candidate.kind === 'many-to-many' || candidate.targetIsView) return false;
    return isConstraint(candidate, target) || isColumn(candidate, target, 0);
  }
  return named && (isConstraint(candidate, hint) || isColumn(candidate, hint) || isJunction(candidate, hint));
}

/** Found by the schema's keys. */
type FoundRelationship = Exclude<Relationship, { kind: 'computed' }>;

/** A table that points to itself: its name means its children, a column's name means its parent. */
function matchesSelf(
  candidate: FoundRelationship,
  named: boolean,
  target: string,
  hint: string | undefined,
): boolean {
  if (candidate.kind === 'many-to-many') return named && hint !== undefined && isJunction(candidate, hint);
  const toMany = candidate.kind === 'one-to-many';
  if (hint === undefined) {
    const byKey = isColumn(candidate, target, 0) || isConstraint(candidate, target);
    return (named && toMany) || (byKey && !toMany);
  }
  // A column of the children is in this very table: it leads to them; the constraint's name does, too.
  return named && toMany && (isColumn(candidate, hint, 1) || isConstraint(candidate, hint));
}

function isConstraint(candidate: FoundRelationship, name: string): boolean {
  return candidate.kind !== 'many-to-many' && candidate.constraint === name;
}

/** @param side 0 for the origin's column, 1 for the target's, none for either */
function isColumn(candidate: FoundRelationship, name: string, side?: 0 | 1): boolean {
  if (candidate.kind === 'many-to-many' || candidate.pairs.length !== 1) return false;
  const [origin, target] = candidate.pairs[0] ?? [];
  return (side !== 1 && origin === name) || (side !== 0 && target === name);
}

function isJunction(candidate: FoundRelationship, name: string): boolean {
  return candidate.kind === 'many-to-many' && candidate.junction === name;
}

function noRelationship(
  schema: Schema,
  candidates: readonly Relationship[],
  origin: string,
  target: string,
  hint: string | undefined,
) {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`;
  const details = `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${schema.name}', but no matches were found.`;
  const known = candidates.some((candidate) => candidate.target === target);
  const closest = known
    ? undefined
    : closestName(
        target,
        candidates.map((candidate) => candidate.target),
        0.33,
      );
  const suggestion = closest && `Perhaps you meant '${closest}' instead of '${target}'.`;
  return schemaErrors.noRelationship(origin, target, details, suggestion);
}

function ambiguous(origin: string, target: string, found: readonly Relationship[]) {
  const choices = found.map((one) => `'${one.target}!${hintOf(one)}'`);
  const hint = `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`;
  return schemaErrors.ambiguousRelationship(origin, target, found.map(describe), hint);
}

function hintOf(one: Relationship): string {
  if (one.kind === 'computed') return one.call.name;
  return one.kind === 'many-to-many' ? one.junction : one.constraint;
}

function describe(one: Relationship) {
  if (one.kind === 'computed')
    return { embedding: `${one.origin} with ${one.target}`, relationship: one.call.name };
  return {
    cardinality: one.kind,
    embedding: `${one.origin} with ${one.target}`,
    relationship: one.kind === 'many-to-many' ? describeJunction(one) : describeKey(one),
  };
}

function describeKey(one: KeyRelationship): string {
  const origin = one.pairs.map(([column]) => column).join(', ');
  const target = one.pairs.map(([, column]) => column).join(', ');
  return `${one.constraint} using ${one.origin}(${origin}) and ${one.target}(${target})`;
}

function describeJunction(one: Extract<Relationship, { kind: 'many-to-many' }>): string {
  const near = one.toJunction.map(([, column]) => column).join(', ');
  const far = one.toTarget.map(([column]) => column).join(', ');
  const [toOrigin, toTarget] = one.constraints;
  return `${one.junction} using ${toOrigin}(${near}) and ${toTarget}(${far})`;
}
