/** A lane over a `pg` client, with named prepared statements. */
import type { ClientBase } from 'pg';
import type { Account, DataSet } from '../dataset/data-set.ts';
import type { Lane } from './contestant.ts';
import {
  BEGIN,
  BEGIN_READ_ONLY,
  COMMIT,
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

type Run = (begin: string, account: Account, statement: Statement, values: unknown[]) => Promise<string>;

/**
 * @param pipelined whether the client was made with `pipeline`: then all four statements travel in one round trip, and
 * lanes may share the client, as each sends its four without a pause
 */
export function pgLane(client: ClientBase, data: DataSet, pipelined: boolean, close: Lane['close']): Lane {
  const run = pipelined ? pipelinedTransaction(client) : transaction(client);
  return {
    awake: async () => undefined,
    read: (pageId) => run(BEGIN_READ_ONLY, data.author, READ, [pageId, false]),
    save: (pageId, version, content) =>
      run(BEGIN, data.author, SAVE, saveValues(data.author, pageId, version, content)),
    create: (name, place) => run(BEGIN, data.drafter, CREATE, createValues(data.drafter, name, place)),
    tree: (account) => run(BEGIN_READ_ONLY, account, TREE, [account.workspaceId, false]),
    members: () => run(BEGIN_READ_ONLY, data.author, MEMBERS, [data.author.workspaceId, 'active']),
    close,
  };
}

function pipelinedTransaction(client: ClientBase): Run {
  return async (begin, account, statement, values) => {
    const [, , answer] = await Promise.all([
      client.query(begin),
      client.query({ ...SET_CALLER, values: callerValues(account) }),
      client.query<{ body: string }>({ ...statement, values }),
      client.query(COMMIT),
    ]);
    return answer.rows[0]?.body ?? '';
  };
}

function transaction(client: ClientBase): Run {
  return async (begin, account, statement, values) => {
    await client.query(begin);
    await client.query({ ...SET_CALLER, values: callerValues(account) });
    const answer = await client.query<{ body: string }>({ ...statement, values });
    await client.query(COMMIT);
    return answer.rows[0]?.body ?? '';
  };
}
