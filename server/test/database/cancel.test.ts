/** Work that nobody waits for any more ends, and takes nobody else's along. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Caller } from '../../src/database/database.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();
const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };

const asks = (text: string, signal?: AbortSignal) =>
  server().database.asCaller(ANON, { readOnly: true, ...(signal && { signal }) }, (transaction) =>
    transaction.last<{ one: number }>({ text }),
  );

test('a statement cancelled before it begins is left undone', async () => {
  await expect(asks('select 1 as one', AbortSignal.abort('gone'))).rejects.toBe('gone');
  expect((await asks('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a running statement is cancelled on a Postgres server',
  async () => {
    const gone = new AbortController();
    const slow = asks('select pg_sleep(60)', gone.signal);
    slow.catch(() => undefined);
    const running = () =>
      server().database.asOwner((transaction) =>
        transaction.query({
          text: "select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'",
        }),
      );
    await expect.poll(async () => (await running()).rowCount).toBe(1);
    gone.abort();
    await expect(slow).rejects.toMatchObject({
      code: '57014',
      message: expect.stringContaining('user request'),
    });
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)('the next user of the connection is left alone', async () => {
  const rounds = Array.from({ length: 60 }, async (_, round) => {
    const gone = new AbortController();
    // Ends at about the time at which it is cancelled: some are, some are not.
    const short = asks('select 1 as one, pg_sleep(0.02)', gone.signal);
    const after = pause(15 + (round % 10)).then(() => gone.abort());
    await Promise.allSettled([short, after]);
    return (await asks('select 1 as one, pg_sleep(0.01)')).rows;
  });
  const answers = await Promise.all(rounds);
  expect(answers.every(([row]) => row?.one === 1)).toBe(true);
});
