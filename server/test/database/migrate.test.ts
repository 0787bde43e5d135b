/** Migrating a database: once, by the first process to start; an embedded one only after keeping a copy. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { DatabaseConfig } from '../../src/database/engines/database-config.ts';
import { keepBackup } from '../../src/database/engines/embedded/folder/kept-copies.ts';
import { openInMemory } from '../../src/database/engines/embedded/open-embedded.ts';
import { digestOf } from '../../src/database/migrate/migration-files.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { createEmptyTestDatabase, createTestDatabase } from '../support/test-database.ts';
import { unpackDatabase } from '../support/unpack-database.ts';

// Any migration that only adds something will do.
const MISSING = { version: '20261127111100', name: 'hand_over_ownership' };
const HAS_IT = "select to_regprocedure('public.hand_over_ownership(uuid, uuid)') is not null as applied";

const versions = async (database: Database, history = 'supabase_migrations') =>
  (
    await database.asOwner((transaction) =>
      transaction.query<{ version: string; name: string; statements: string[] }>({
        text: `select * from ${history}.schema_migrations order by version`,
      }),
    )
  ).rows;

/** Makes the database one that has yet to get a migration. */
const undoOne = (database: Database) =>
  database.asOwner(async (transaction) => {
    await transaction.query({
      text: 'drop function public.hand_over_ownership(uuid, uuid)',
    });
    await transaction.query({
      text: 'delete from supabase_migrations.schema_migrations where version = $1',
      values: [MISSING.version],
    });
  });

describe.runIf(!process.env.TEST_DATABASE_URL)('on an embedded database', () => {
  let folder: string;
  let config: DatabaseConfig;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-migrate-'));
    config = { kind: 'embedded', directory: path.join(folder, 'database') };
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('the first start keeps no copy, an upgrade keeps one from before it, a plain start none', async () => {
    const first = await open(config);
    expect(first.of('backup-kept')).toEqual([]);
    // The end has little to bring to the disk, however soon it comes.
    expect(await logSinceCheckpoint(first.database)).toBeLessThan(100_000);
    await undoOne(first.database);
    await first.database.close();

    const upgrade = await open(config);
    const [kept] = upgrade.of('backup-kept');
    expect(upgrade.of('migration-applied').map(({ name }) => name)).toContain(
      `${MISSING.version}_${MISSING.name}`,
    );
    await upgrade.database.asOwner((transaction) =>
      transaction.query({
        text: "update trellis_server.schema_migrations set digest = 'another' where version = '0103'",
      }),
    );
    await upgrade.database.close();
    expect(await readdir(path.join(folder, 'backups'))).toEqual([path.basename(kept?.file ?? '')]);

    const copy = await openInMemory(kept?.file);
    expect((await copy.pool.query(HAS_IT)).rows).toEqual([{ applied: false }]);
    expect((await copy.pool.query('select count(*)::int from public.pages')).rows).toEqual([{ count: 0 }]);
    await copy.pool.end();
    await copy.close();

    const plain = await open(config);
    expect(plain.observations).toEqual([
      {
        kind: 'migrations-edited',
        files: ['server/src/database/migrations/0103_create_auth_identities.sql'],
      },
    ]);
    await plain.database.close();
    // Four starts on files: many times what a test in memory takes.
  });

  test('a second start beside a running one is refused', async () => {
    await unpackDatabase(path.join(folder, 'database'));
    const running = await open(config);
    await expect(open(config)).rejects.toThrow(/in use/);
    await running.database.ping(1000);
    await running.database.close();
  });

  test('the newest three copies stay', async () => {
    const files = [];
    for (let count = 0; count < 5; count++) {
      files.push(path.basename(await keepBackup(folder, (file) => writeFile(file, ''))));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect((await readdir(folder)).sort()).toEqual(files.slice(-3));
  });

  test.runIf(process.platform === 'linux')(
    'a copy without room is reported in a sentence and leaves nothing',
    async () => {
      const begun = async (file: string) => {
        await writeFile(file, 'begun');
        await writeFile('/dev/full', 'more');
      };
      await expect(keepBackup(folder, begun)).rejects.toThrow(
        /^The disk that holds .+ is full: there is no room for .+\.$/,
      );
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

describe('on the database under test', () => {
  test('each migration is recorded as the Supabase CLI does', async () => {
    await using fresh = await createEmptyTestDatabase();
    const { database } = await open(fresh.config);
    const recorded = await versions(database);
    expect(recorded).toContainEqual({ ...MISSING, statements: [expect.stringContaining('create function')] });
    await database.close();
  });

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'processes that start at once apply each migration once (needs TEST_DATABASE_URL)',
    async () => {
      await using fresh = await createEmptyTestDatabase();
      const opened = await Promise.all([open(fresh.config), open(fresh.config), open(fresh.config)]);
      const applied = opened.flatMap((one) => one.of('migration-applied').map(({ name }) => name));
      const { database } = opened[0];
      const recorded = [...(await versions(database, 'trellis_server')), ...(await versions(database))];
      expect(applied.sort()).toEqual(recorded.map(({ version, name }) => `${version}_${name}`).sort());
      await Promise.all(opened.map((one) => one.database.close()));
    },
  );

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'a schema from a newer release is refused (needs TEST_DATABASE_URL)',
    async () => {
      await using fresh = await createTestDatabase();
      const { database } = await open(fresh.config);
      await database.asOwner((transaction) =>
        transaction.query({
          text: "insert into supabase_migrations.schema_migrations (version, name) values ('99990101000000', 'later')",
        }),
      );
      await database.close();
      await expect(open(fresh.config)).rejects.toThrow(/newer release.*99990101000000/);
    },
  );

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'a schema made by migrations that are gone is refused (needs TEST_DATABASE_URL)',
    async () => {
      await using fresh = await createTestDatabase();
      const { database } = await open(fresh.config);
      await undoOne(database);
      await database.asOwner((transaction) =>
        transaction.query({
          text: `insert into supabase_migrations.schema_migrations (version, name)
            values ('20200101000000', 'of_yesterday'), ('20200101000100', 'too')`,
        }),
      );
      const before = await versions(database);
      await database.close();
      await expect(open(fresh.config)).rejects.toThrow(
        /no longer has \(supabase_migrations\/20200101000000 and 1 more\)/,
      );
      const left = new pg.Client({
        connectionString: fresh.config.kind === 'postgres' ? fresh.config.url : '',
      });
      await left.connect();
      const { rows } = await left.query(
        'select * from supabase_migrations.schema_migrations order by version',
      );
      expect(rows).toEqual(before);
      await left.end();
    },
  );

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'a migration that fails is named and leaves nothing behind (needs TEST_DATABASE_URL)',
    async () => {
      await using fresh = await createTestDatabase();
      const before = await open(fresh.config);
      await undoOne(before.database);
      // In the way of the migration that is to come.
      await before.database.asOwner((transaction) =>
        transaction.query({
          text: 'create function public.hand_over_ownership(organization_id uuid, member_id uuid) returns int language sql return 1',
        }),
      );
      await expect(open(fresh.config)).rejects.toThrow(`Migration ${MISSING.version}_${MISSING.name} failed`);
      await before.database.asOwner((transaction) =>
        transaction.query({
          text: "update trellis_server.schema_migrations set digest = 'another' where version = '0103'",
        }),
      );
      await before.database.close();
      await expect(open(fresh.config)).rejects.toThrow(
        /failed: .+\. The database was made by another text of .+\/0103_create_auth_identities\.sql: /,
      );
    },
  );

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'the owner of a database is enough, once somebody has made the roles (needs TEST_DATABASE_URL)',
    async () => {
      await using fresh = await createEmptyTestDatabase();
      const url = new URL(fresh.config.kind === 'postgres' ? fresh.config.url : '');
      const admin = new pg.Client({ connectionString: url.href });
      await admin.connect();
      const user = `trellis_test_${randomBytes(6).toString('hex')}`;
      await admin.query(`create role ${user} login`);
      url.username = user;
      const config: DatabaseConfig = { kind: 'postgres', url: url.href };
      try {
        const grant = `grant anon, authenticated, service_role to ${user}`;
        await expect(open(config)).rejects.toThrow(
          new RegExp(
            `^${user}, the user of DATABASE_URL, may not .+ Let a superuser of this Postgres run:\n  ${grant};$`,
          ),
        );
        await admin.query(grant);
        await expect(open(config)).rejects.toThrow(
          /permission denied.+ needs a user who owns its database\.$/,
        );
        await admin.query(`alter database ${url.pathname.slice(1)} owner to ${user}`);
        const { database, of } = await open(config);
        expect(of('privileges-repaired')).toEqual([]);
        const read = database.asCaller({ role: 'service_role', claims: {} }, {}, (transaction) =>
          transaction.query({ text: 'select from public.pages' }),
        );
        expect((await read).rows).toEqual([]);
        await database.close();
      } finally {
        await admin.query(
          `reassign owned by ${user} to current_user; drop owned by ${user}; drop role ${user}`,
        );
        await admin.end();
      }
    },
  );
});

test('comments and white space of a migration are no other text, a statement is', () => {
  const made = digestOf({ sql: 'create table a (\n  -- Why\n  b text\n);\n' });
  expect(digestOf({ sql: '-- Who\r\ncreate table a (b text);\r\n' })).toBe(made);
  expect(digestOf({ sql: 'create table a (b text not null);' })).not.toBe(made);
});

async function logSinceCheckpoint(database: Database): Promise<number> {
  const {
    rows: [row],
  } = await database.asOwner((transaction) =>
    transaction.query<{ bytes: string }>({
      text: 'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
    }),
  );
  return Number(row?.bytes);
}

async function open(config: DatabaseConfig) {
  const observations: Observation[] = [];
  const database = await openDatabase(config, { statementTimeoutS: 8 }, (observation) =>
    observations.push(observation),
  );
  const of = <Kind extends Observation['kind']>(kind: Kind) =>
    observations.filter((seen): seen is Extract<Observation, { kind: Kind }> => seen.kind === kind);
  return { database, observations, of };
}
