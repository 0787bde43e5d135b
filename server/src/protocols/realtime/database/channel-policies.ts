/**
 * Asks the policies on `realtime.messages` as Supabase Realtime does: may this caller read, or write, a message of this
 * kind on this topic? Nothing is left of the question, as its transaction is rolled back. It waits for the caller's turn, as
 * clients decide how often it is asked.
 */
import { randomUUID } from 'node:crypto';
import type { Caller, Database, Statement, Transaction } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import type { ChannelPolicies, Extension } from '../contracts.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const LIMIT_MS = 5000;

/** Policies see the same settings in a request over HTTP. The role comes last: it may lack the right to set the others. */
const SET_CALLER = `select set_config('TimeZone', 'UTC', true), set_config('jit', 'off', true),
  set_config('statement_timeout', '${LIMIT_MS}ms', true),
  set_config('realtime.topic', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $4, true),
  set_config('request.headers', '{}', true), set_config('role', $4, true)`;

export function createChannelPolicies(database: Pick<Database, 'asOwner'>): ChannelPolicies {
  return {
    read: async (caller, topic, extensions) => {
      const probes = extensions.map((extension) => ({ extension, id: randomUUID() }));
      const ids = probes.map(({ id }) => id);
      const { rows } = await database.asOwner(
        async (transaction) => {
          // The rows are written before the role is taken, so that only reading is asked about.
          const sent = [
            transaction.query({
              name: 'realtime_read_probes',
              text: `insert into realtime.messages (id, topic, extension)
                select id, $1, extension from unnest($2::uuid[], $3::text[]) as probe (id, extension)`,
              values: [topic, ids, extensions],
            }),
            transaction.query(setCaller(caller, topic)),
          ];
          const read = transaction.query<{ id: string }>({
            name: 'realtime_read_policies',
            text: 'select id from realtime.messages where id = any($1::uuid[])',
            values: [ids],
          });
          await Promise.all([...sent, read]);
          return read;
        },
        { rollback: true, inTurnOf: caller },
      );
      const readable = (extension: Extension) =>
        probes.some((probe) => probe.extension === extension && rows.some(({ id }) => id === probe.id));
      return { broadcast: readable('broadcast'), presence: readable('presence') };
    },

    write: async (caller, topic, extension) => {
      try {
        await database.asOwner((transaction) => insertAs(transaction, caller, topic, extension), {
          rollback: true,
          inTurnOf: caller,
        });
        return true;
      } catch (error) {
        if (isSqlError(error) && error.code === INSUFFICIENT_PRIVILEGE) return false;
        throw error;
      }
    },
  };
}

function insertAs(
  transaction: Transaction,
  caller: Caller,
  topic: string,
  extension: Extension,
): Promise<unknown> {
  return Promise.all([
    transaction.query(setCaller(caller, topic)),
    transaction.query({
      name: 'realtime_write_policies',
      text: 'insert into realtime.messages (topic, extension) values ($1, $2)',
      values: [topic, extension],
    }),
  ]);
}

function setCaller({ role, claims }: Caller, topic: string): Statement {
  const { sub } = claims;
  return {
    name: 'realtime_set_caller',
    text: SET_CALLER,
    values: [topic, JSON.stringify(claims), typeof sub === 'string' ? sub : '', role],
  };
}
