/** The limit on PGlite: the same SQL in this process, through PGlite's own interface and through `pg`. */
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import type { Account, DataSet } from '../dataset/data-set.ts';
import type { Contestant, Lane } from './contestant.ts';
import { pgLane } from './pg-lane.ts';
import {
  CREATE,
  callerValues,
  createValues,
  MEMBERS,
  READ,
  SAVE,
  SET_CALLER,
  type Statement,
  saveValues,
  TREE,
} from './statements.ts';

export function pgliteDirect(pglite: PGlite, data: DataSet): Contestant {
  return {
    name: 'PGlite',
    engine: 'pglite',
    part: 'limit',
    data,
    processId: undefined,
    openLane: async () => pgliteLane(pglite, data),
    close: async () => undefined,
  };
}

/** On a database whose triggers on pages are off. */
export function pgliteWithoutRules(pglite: PGlite, data: DataSet): Contestant {
  return {
    ...pgliteDirect(pglite, data),
    name: 'PGlite, without triggers',
    part: 'without rules',
    operations: ['page save'],
  };
}

/** All lanes share a client: PGlite is a single connection, so only statements queue for it. */
export async function pgliteThroughPg(pglite: PGlite, data: DataSet): Promise<Contestant> {
  const client = new pg.Client({ ...createPgConfig(pglite), pipeline: true });
  await client.connect();
  return {
    name: 'PGlite through pg, pipelined',
    engine: 'pglite',
    part: 'limit',
    data,
    processId: undefined,
    openLane: async () => pgLane(client, data, true, async () => undefined),
    close: () => client.end(),
  };
}

function pgliteLane(pglite: PGlite, data: DataSet): Lane {
  const run = (account: Account, statement: Statement, values: unknown[]): Promise<string> =>
    pglite.transaction(async (transaction) => {
      await transaction.query(SET_CALLER.text, callerValues(account));
      const answer = await transaction.query<{ body: string }>(statement.text, values);
      return answer.rows[0]?.body ?? '';
    });
  return {
    awake: async () => undefined,
    read: (pageId) => run(data.author, READ, [pageId, false]),
    save: (pageId, version, content) =>
      run(data.author, SAVE, saveValues(data.author, pageId, version, content)),
    create: (name, place) => run(data.drafter, CREATE, createValues(data.drafter, name, place)),
    tree: (account) => run(account, TREE, [account.workspaceId, false]),
    members: () => run(data.author, MEMBERS, [data.author.workspaceId, 'active']),
    close: async () => undefined,
  };
}
