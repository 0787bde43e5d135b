/** The plan that Postgres ran a statement with, flat, for tests that look at how rows are found. */
import type { Pool } from 'pg';
import { as, only, type Person } from './people.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Parent Relationship'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly { Plan: PlanNode }[];
}

/**
 * @param person who asks; undefined for the owner of the schema
 * @returns the nodes from the top; the statement has run
 */
export async function explain(
  pool: Pool,
  person: Person | undefined,
  statement: string,
): Promise<PlanNode[]> {
  const query = `explain (analyze, format json) ${statement}`;
  const { rows } = person
    ? await as(pool, person, (client) => client.query<Explained>(query))
    : await pool.query<Explained>(query);
  return flatten(only(only(rows)['QUERY PLAN']).Plan);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
