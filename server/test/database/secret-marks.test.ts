/**
 * The server reports secrets that are not the database's: at a start with new ones, and in each of two processes that
 * differ.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SecretWatch, watchSecrets } from '../../src/config/secret-marks.ts';
import { generateSecrets, type Secrets } from '../../src/config/secrets.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
let observations: Observation[];
const opened: SecretWatch[] = [];

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.config, { statementTimeoutS: 8 }, () => undefined);
  observations = [];
});
afterEach(async () => {
  for (const watch of opened.splice(0)) await watch.stop();
  await database.close();
  await testDatabase[Symbol.asyncDispose]();
});

async function start(secrets: Secrets): Promise<SecretWatch> {
  const watch = await watchSecrets(database, secrets, (observation) => observations.push(observation), 20);
  opened.push(watch);
  return watch;
}

const ALL = ['AUTH_JWT_KEYS', 'ENCRYPTION_KEY', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];

test('a start with the same secrets, and with new keys in front of the old ones, has nothing to say', async () => {
  const [first, next] = [await generateSecrets(), await generateSecrets()];
  expect((await start(first)).warnings()).toEqual([]);
  expect((await start(first)).warnings()).toEqual([]);
  const rotated: Secrets = {
    ...first,
    jwtKeys: [next.jwtKeys[0], ...first.jwtKeys],
    encryptionKeys: [next.encryptionKeys[0], ...first.encryptionKeys],
  };
  expect((await start(rotated)).warnings()).toEqual([]);
  expect(observations).toEqual([]);
});

test('secrets made anew are told of in the log and until the next start, and by the process that has the old ones', async () => {
  const old = await start(await generateSecrets());
  const secrets = await generateSecrets();
  const made = await start(secrets);
  expect(observations).toEqual([{ kind: 'secrets-changed', settings: ALL }]);
  expect(made.warnings()).toEqual([
    expect.stringMatching(/^AUTH_JWT_KEYS, ENCRYPTION_KEY, .+ secrets\.json was lost/),
  ]);
  await expect
    .poll(() => old.warnings())
    .toEqual([
      expect.stringMatching(/^AUTH_JWT_KEYS, .+: another process on this database was started with others/),
    ]);
  expect((await start(secrets)).warnings()).toEqual([]);
});

test('the database has no secret, and no part of one', async () => {
  const secrets = await generateSecrets();
  await start(secrets);
  const { rows } = await database.asOwner((transaction) =>
    transaction.query<{ mark: string }>({ text: 'select mark from trellis_server.secret_marks' }),
  );
  expect(rows.map(({ mark }) => mark)).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/^[0-9a-f]{12}$/)),
  );
});
