/** Whether a Postgres offers what Trellis needs of it: docs/deploy.md, On a Postgres of yours. */
import type { Pool, PoolClient } from 'pg';
import { type Lack, lacksBetween, lacksOfServer } from '../../database/postgres-needs.ts';
import { type Finding, fine, warning, wrong } from './check.ts';

export async function checkPostgres(pool: Pool, client: PoolClient): Promise<readonly Finding[]> {
  const other = await pool.connect();
  try {
    const lacks = [...(await lacksOfServer(client)), ...(await lacksBetween(client, other))];
    return lacks.length === 0 ? [fine('Postgres', 'it offers what Trellis needs.')] : lacks.map(findingOf);
  } finally {
    other.release();
  }
}

function findingOf({ isBearable, sentence }: Lack): Finding {
  return (isBearable ? warning : wrong)('Postgres', sentence);
}
