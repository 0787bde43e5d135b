/** The limit on Postgres: the same SQL through `pg`, with no server in between. */
import pg from 'pg';
import type { DataSet } from '../dataset/data-set.ts';
import type { Contestant } from './contestant.ts';
import { pgLane } from './pg-lane.ts';

export function pgDirect(url: string, data: DataSet, pipelined: boolean): Contestant {
  return {
    name: pipelined ? 'pg, pipelined' : 'pg',
    engine: 'postgres',
    part: 'limit',
    data,
    openLane: async () => {
      const client = new pg.Client({ connectionString: url, pipeline: pipelined });
      // A connection that breaks fails its statement; without a listener it would end the process, too.
      client.on('error', () => undefined);
      await client.connect();
      return pgLane(client, data, pipelined, () => client.end());
    },
    close: async () => undefined,
  };
}
