/** Callers that keep the database busy for longer than allowed, over HTTP, on either database. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatabaseConfig } from '../../src/database/engines/database-config.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { signToken } from './library.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  // The time that a caller waits for passes when this file says so; everything else takes as long as it takes.
  vi.useFakeTimers({ toFake: ['performance'] });
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-costly-'));
  const database = process.env.TEST_DATABASE_URL ? {} : { database: await openFolder() };
  // Nothing else may take as long on a busy machine. The embedded database gives a read a quarter of it.
  const statementTimeoutS = process.env.TEST_DATABASE_URL ? 3 : 6;
  server = await startTestServer({ ...database, api: { statementTimeoutS, maxRows: 10 } });
  await server.database.asOwner(async (transaction) => {
    await transaction.query({
      text: `create function public.count_to(most bigint) returns bigint language plpgsql stable
        as $$ declare n bigint := 0; begin while n < most loop n := n + 1; end loop; return n; end $$`,
    });
    await transaction.query({ text: 'grant execute on function public.count_to to authenticated' });
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  vi.useRealTimers();
});

/** A database in memory is lost with its thread, so nothing there is ended. */
async function openFolder(): Promise<DatabaseConfig> {
  const directory = path.join(folder, 'database');
  const image = process.env.TEST_DATABASE_IMAGE;
  if (image === undefined) return { kind: 'embedded', directory };
  await mkdir(directory);
  await promisify(execFile)('tar', ['-xf', image, '-C', directory]);
  return { kind: 'embedded', directory };
}

const ENDLESS = 1_000_000_000_000;

async function countTo(token: string, most: number) {
  const answer = await fetch(`${server.url}/rest/v1/rpc/count_to?most=${most}`, {
    headers: { apikey: server.secrets.publishableKey, authorization: `Bearer ${token}` },
  });
  return { status: answer.status, wait: answer.headers.get('retry-after'), body: await answer.json() };
}

const ENDED = {
  status: 500,
  body: { code: '57014', message: 'canceling statement due to statement timeout' },
};

test('a costly caller waits, each time for longer, and nobody else does', async () => {
  const costly = await signToken(server, { sub: randomUUID() });
  const other = await signToken(server, { sub: randomUUID() });
  const waits: number[] = [];
  for (let time = 0; time < 3; time++) {
    expect(await countTo(costly, ENDLESS)).toMatchObject(ENDED);
    // Right after it, when the embedded database has yet to be started again.
    expect(await countTo(other, 3)).toEqual({ status: 200, wait: null, body: 3 });
    const refused = await countTo(costly, 3);
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: '53400',
        message: 'A request of yours kept the database busy for too long: the next ones have to wait',
      },
    });
    waits.push(Number(refused.wait));
    vi.advanceTimersByTime(Number(refused.wait) * 1000);
    expect(await countTo(costly, 3)).toMatchObject({ status: 200, body: 3 });
  }
  const first = process.env.TEST_DATABASE_URL ? 10 : 60;
  expect(waits).toEqual([first, 2 * first, 4 * first]);
  // It is no failure of the server's to refuse.
  const failures = server.observations.filter(({ kind }) => kind === 'request-failed');
  expect(failures).toHaveLength(3);
});

test('an operator’s key waits for nobody', async () => {
  const { secretKey } = server.secrets;
  await server.database.asOwner((transaction) =>
    transaction.query({ text: 'grant execute on function public.count_to to service_role' }),
  );
  expect(await countTo(secretKey, ENDLESS)).toMatchObject(ENDED);
  expect(await countTo(secretKey, 3)).toMatchObject({ status: 200, body: 3 });
});
