/** This server with a workspace of a hundred people and their pages, in its embedded database. */
import path from 'node:path';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { type RunningServer, startServer } from '../../contestants/trellis-server.ts';
import { type SignedUp, signUp } from '../../dataset/sign-up.ts';
import { openPglite } from '../../line-up.ts';

export interface House {
  readonly dataDir: string;
  readonly people: readonly SignedUp[];
  readonly pageIds: readonly string[];
}

// Hashing a password takes all cores for a moment.
const SIGNED_UP_AT_ONCE = 4;

export async function buildHouse(dataDir: string, people: number, texts: readonly string[]): Promise<House> {
  const server = await startServer({
    dataDir,
    databaseUrl: undefined,
    profileDirectory: undefined,
    more: { AUTH_RATE_LIMITS: 'off' },
  });
  const signedUp = await signUpPeople(server, people).finally(() => server.stop());
  const pageIds = await inDatabase(dataDir, (client) => fill(client, signedUp, texts));
  return { dataDir, people: signedUp, pageIds };
}

/** Works in the embedded database while no server does. */
export async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const pglite = await openPglite(path.join(dataDir, 'database'));
  const client = new pg.Client(createPgConfig(pglite));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await pglite.close();
  }
}

async function signUpPeople(server: RunningServer, people: number): Promise<SignedUp[]> {
  const signedUp: SignedUp[] = [];
  for (let n = 0; n < people; n += SIGNED_UP_AT_ONCE) {
    const some = Array.from({ length: Math.min(SIGNED_UP_AT_ONCE, people - n) }, (_, at) => n + at);
    signedUp.push(...(await Promise.all(some.map((number) => signUp(server, `writer${number}`)))));
  }
  return signedUp;
}

/** Past the API, which lets nobody in without an invitation. */
async function fill(
  client: pg.Client,
  [owner, ...others]: readonly SignedUp[],
  texts: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select organization_id as id from public.organization_members where user_id = $1',
    [owner?.userId],
  );
  const workspaceId = rows[0]?.id;
  await client.query(
    'insert into public.organization_members (organization_id, user_id) select $1, unnest($2::uuid[])',
    [workspaceId, others.map(({ userId }) => userId)],
  );
  const pages = await client.query<{ id: string }>(
    `insert into public.pages (organization_id, name, content, order_index, created_by, updated_by)
     select $1, 'Page ' || n, content, n, $2, $2 from unnest($3::text[]) with ordinality as texts (content, n)
     returning id`,
    [workspaceId, owner?.userId, texts],
  );
  await client.query('vacuum analyze');
  return pages.rows.map(({ id }) => id);
}
