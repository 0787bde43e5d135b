/**
 * The sentences about failed connections, made from the errors of real attempts where these can be had without a
 * server.
 */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../../../../scripts/free-port.ts';
import { openPostgres } from './open-postgres.ts';
import { unreachable } from './unreachable.ts';

async function firstProblem(url: string): Promise<string> {
  const told = Promise.withResolvers<unknown>();
  // Asked again and again until the time for a start is over, which this test does not wait for.
  void openPostgres(url, told.resolve).catch(told.resolve);
  return unreachable(await told.promise);
}

test('a port where nobody listens', async () => {
  const port = await freePort();
  const problem = 'nothing listens there (ECONNREFUSED)';
  expect(await firstProblem(`postgres://me:sesame@127.0.0.1:${port}/x`)).toBe(problem);
  expect(await firstProblem(`postgres://me:sesame@localhost:${port}/x`)).toBe(problem);
});

test('a server that takes connections and says nothing', async () => {
  const silent = net.createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(await firstProblem(`postgres://me:sesame@127.0.0.1:${port}/x`)).toBe('it does not answer');
  silent.close();
});

test('an unknown host name', async () => {
  expect(await firstProblem('postgres://me:sesame@nobody.invalid/x')).toContain('no host of this name');
});

test.skipIf(!process.env.TEST_DATABASE_URL)('a missing database is no reason to wait', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.password = 'sesame';
  url.pathname = '/nonesuch';
  const refused = openPostgres(url.href, () => undefined);
  await expect(refused).rejects.toThrow(
    `DATABASE_URL leads to no usable database at ${url.host}: it says "database "nonesuch" does not exist" (3D000).`,
  );
});
