/** The limit on Postgres: the same SQL through `pg`, with no server in between. */
import pg from 'pg';
import type { DataSet } from '../dataset/data-set.ts';
import type { Contestant } from './contestant.ts';
import { pgLane } from './pg-lane.ts';

/** On a database whose triggers on pages are off. */
export function pgWithoutRules(url: string, data: DataSet): Contestant {
  return {
    ...pgDirect(url, data, true),
    name: 'pg, pipelined, without triggers',
    part: 'without rules',
    operations: ['page save'],
  };
}

// As the server's connections have it: transactions with a NOTIFY commit only one after the other.
const NOTIFY_LATER = "set realtime.notify_later = 'on'";
/** As many as the server keeps at most. */
const MOST_PIPELINED = 16;

export function pgDirect(
  url: string,
  data: DataSet,
  pipelined: boolean,
  onConnected: (client: pg.Client) => void = () => undefined,
): Contestant {
  const clients: pg.Client[] = [];
  let lanes = 0;
  return {
    name: pipelined ? 'pg, pipelined' : 'pg',
    engine: 'postgres',
    part: 'limit',
    data,
    processId: undefined,
    openLane: async () => {
      if (pipelined && clients.length >= MOST_PIPELINED) {
        const shared = clients[lanes++ % clients.length] as pg.Client;
        return pgLane(shared, data, pipelined, async () => undefined);
      }
      const client = new pg.Client({ connectionString: url, pipeline: pipelined });
      // A connection that breaks fails its statement; without a listener it would end the process, too.
      client.on('error', () => undefined);
      await client.connect();
      await client.query(NOTIFY_LATER);
      onConnected(client);
      clients.push(client);
      return pgLane(client, data, pipelined, () => client.end());
    },
    close: async () => undefined,
  };
}
