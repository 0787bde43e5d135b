/** The server says in one sentence what a Postgres lacks, for each need that docs/deploy.md lists. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPostgres } from '../../src/command/doctor/check-postgres.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { type Lack, lacksBetween, lacksOfServer, NEED_NAMES } from '../../src/database/postgres-needs.ts';
import { administer, databaseAt } from '../support/administer-postgres.ts';
import { createTestDatabase } from '../support/test-database.ts';

const needsOf = (lacks: readonly Lack[]) => lacks.map(({ need }) => need);
/** The throwaway servers of the tests trade safety for speed, and have the locale of the machine. */
const OF_THE_TESTS: ReadonlySet<string> = new Set(['Commits on the disk', 'A collation that knows letters']);
const SKIPPED = !process.env.TEST_DATABASE_URL;

test('the documentation lists each need', async () => {
  const docs = await readFile(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
  const listed = [...docs.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(NEED_NAMES);
});

test('a database that serves Trellis lacks nothing', async () => {
  await using database = await createTestDatabase();
  const engine = await openEngine(database.config);
  const client = await engine.pool.connect();
  const lacks = needsOf(await lacksOfServer(client)).filter((need) => !OF_THE_TESTS.has(need));
  client.release();
  await engine.pool.end();
  await engine.close();
  // The embedded database has one connection, and answers once its log is written.
  expect(lacks.filter((need) => !SKIPPED || need !== 'Connections')).toEqual([]);
});

describe.skipIf(SKIPPED)('a Postgres that lacks something (needs TEST_DATABASE_URL)', () => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const suffix = randomBytes(4).toString('hex');
  const [plain, latin, user] = ['plain', 'latin', 'user'].map((name) => `needs_${name}_${suffix}`);

  beforeAll(async () => {
    await administer(server, `create database ${plain} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
    await administer(server, `create database ${latin} template template0 encoding 'LATIN1' locale 'C'`);
    await administer(server, `create role ${user} login connection limit 5`);
  });

  afterAll(async () => {
    for (const name of [plain, latin]) await administer(server, `drop database ${name} with (force)`);
    await administer(server, `drop role ${user}`);
  });

  async function connect(database = plain, options = '', as?: string): Promise<pg.Client & AsyncDisposable> {
    const url = new URL(databaseAt(server, database ?? ''));
    if (as !== undefined) url.username = as;
    const client = new pg.Client({ connectionString: url.href, options });
    await client.connect();
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  }

  test.for([
    ['A primary', '-c default_transaction_read_only=on', /standby, or to a database that is read-only/],
    ['Isolation', '-c default_transaction_isolation=serializable', /transactions are "serializable" unless/],
    ['No end to long statements', '-c statement_timeout=5s', /ends long statements .+ statement_timeout = 0/],
    ['No end to idle connections', '-c idle_session_timeout=5min', /connections that are idle for 5min/],
    ['Commits on the disk', '-c synchronous_commit=off', /before a commit is on the disk/],
  ] as const)('%s', async ([need, options, sentence]) => {
    await using client = await connect(plain, options);
    const lacks = (await lacksOfServer(client)).filter(
      (lack) => lack.need === need || !OF_THE_TESTS.has(lack.need),
    );
    expect(lacks).toMatchObject([{ need, sentence: expect.stringMatching(sentence) }]);
  });

  test('an encoding without all letters, and a locale that knows none', async () => {
    await using client = await connect(latin);
    const lacks = await lacksOfServer(client);
    expect(lacks.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^the database's encoding is LATIN1: /),
        expect.stringMatching(/^the database's locale \(C\) does not know/),
      ]),
    );
  });

  test('an extension that is not offered', async () => {
    await using client = await connect();
    await client.query(
      `create temp view pg_available_extensions as
        select * from pg_catalog.pg_available_extensions where name not in ('unaccent', 'pg_trgm')`,
    );
    expect(await lacksOfServer(client)).toContainEqual(
      expect.objectContaining({
        need: 'Extensions',
        isBearable: false,
        sentence: expect.stringContaining('does not offer pg_trgm, unaccent: '),
      }),
    );
  });

  test('a user without rights, and with few connections', async () => {
    await using client = await connect(plain, '', user);
    const sentences = (await lacksOfServer(client)).map(({ sentence }) => sentence);
    expect(sentences).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^needs_user_\w+ may not make schemas .+ owner to needs_user_/),
        expect.stringMatching(/^the server allows 5 connections, and each process .+ up to 17/),
      ]),
    );
  });

  test('connections that share neither locks nor notifications, as those of two databases', async () => {
    await using one = await connect();
    await using other = await connect();
    await using stranger = await connect(latin);
    expect(needsOf(await lacksBetween(one, other))).toEqual([]);
    expect(needsOf(await lacksBetween(one, stranger))).toEqual(['Advisory locks', 'LISTEN and NOTIFY']);
    // All is as before.
    expect(needsOf(await lacksBetween(other, one))).toEqual([]);
  });

  test('the doctor tells each, and calls wrong what Trellis cannot bear', async () => {
    const pool = new pg.Pool({
      connectionString: databaseAt(server, plain ?? ''),
      options: '-c idle_session_timeout=5min -c default_transaction_isolation=serializable',
    });
    const client = await pool.connect();
    const findings = await checkPostgres(pool, client);
    client.release();
    await pool.end();
    expect(findings.filter(({ text }) => !text.includes('on the disk'))).toMatchObject([
      { state: 'wrong', about: 'Postgres', text: expect.stringContaining('serializable') },
      { state: 'warning', about: 'Postgres', text: expect.stringContaining('5min') },
    ]);
  });
});
