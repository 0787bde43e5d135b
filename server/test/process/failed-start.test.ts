/** A start that fails says why in a sentence and ends, at whatever stage it fails, and leaves the data as they were. */
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/database/engines/embedded/open-embedded.ts';
import { openWorkshop, type Workshop } from '../support/server-process.ts';

// Each opens the database several times.
let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop[Symbol.asyncDispose]());

async function expectFailure(
  sentence: string | RegExp,
  settings: Record<string, string> = {},
): Promise<void> {
  const server = workshop.start({ LOG_LEVEL: 'silent', ...settings });
  expect(await server.exited).toBe(1);
  expect(server.output()).toMatch(sentence);
  expect(server.output()).not.toContain('    at ');
}

let undo = '';

/**
 * Changes the database, which comes back to its first state with the next change: opening it takes a while.
 * @param back what undoes the change
 */
async function change(sql: string, back: string): Promise<void> {
  const engine = await openEmbedded(path.join(workshop.dataDir, 'database'));
  await engine.pool.query(`${undo}; ${sql}`);
  undo = back;
  await engine.pool.end();
  await engine.close();
}

async function signingKey(operations: readonly string[]): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return JSON.stringify([{ ...(await exportJWK(privateKey)), kid: 'one', key_ops: operations }]);
}

test('a key that may not sign', async () => {
  await expectFailure('AUTH_JWT_KEYS must be', { AUTH_JWT_KEYS: await signingKey(['verify']) });
});

test('a port that is taken', async () => {
  const other = net.createServer().listen(workshop.port, '127.0.0.1');
  await once(other, 'listening');
  await expectFailure(new RegExp(`^\\s*Port ${workshop.port} is taken: set PORT to a free one\\.\\s*$`));
  other.close();
});

test('a mail server that cannot be read from its address', async () => {
  await expectFailure(/^SMTP_URL must .+\.$/m, { SMTP_URL: 'smtp://mailer:100%@mail.example.com' });
});

test('a database that refuses the password', async () => {
  // In Postgres' own protocol: asks for a password, and refuses whatever comes.
  const refusing = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(message('R', '\0\0\0\x03'));
      const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user "trellis"', ''];
      socket.once('data', () => socket.end(message('E', `${fields.join('\0')}\0`)));
    });
  });
  await once(refusing.listen(0, '127.0.0.1'), 'listening');
  const { port } = refusing.address() as net.AddressInfo;
  await expectFailure(
    /^DATABASE_URL leads to no usable database at .+: it says "password .+" \(28P01\)\.$/m,
    {
      DATABASE_URL: `postgres://trellis:wrong@127.0.0.1:${port}/trellis`,
    },
  );
  refusing.close();
});

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

test('a folder for the database that is a file', async () => {
  const database = path.join(workshop.dataDir, 'database');
  await rename(database, `${database}-aside`);
  await writeFile(database, 'a file');
  await expectFailure('EEXIST');
  await rename(`${database}-aside`, path.join(workshop.dataDir, 'aside'));
  await rename(database, `${database}-file`);
  await rename(path.join(workshop.dataDir, 'aside'), database);
});

test('a database that a newer release has changed', async () => {
  const table = 'trellis_server.schema_migrations';
  await change(
    `insert into ${table} values ('99990101000000', 'of_tomorrow', '')`,
    `delete from ${table} where version = '99990101000000'`,
  );
  await expectFailure('The database was changed by a newer release (trellis_server/99990101000000)');
});

test('a database made by migrations that are gone', async () => {
  const table = 'supabase_migrations.schema_migrations';
  await change(
    `insert into ${table} (version, name) values ('20200101000000', 'of_yesterday')`,
    `delete from ${table} where version = '20200101000000'`,
  );
  await expectFailure(
    /^The database was made by migrations that this release no longer has \(supabase_migrations\/20200101000000\)\. Nothing was changed\./m,
  );
});

test('a migration that fails', async () => {
  const table = 'supabase_migrations.schema_migrations';
  const first = `(select min(version) from ${table})`;
  await change(
    `create table kept as select * from ${table} where version = ${first};
    delete from ${table} where version = ${first}`,
    `insert into ${table} select * from kept; drop table kept`,
  );
  await expectFailure(/^Migration \d+_\w+ failed: .+/);
});

test('a backup that cannot be kept', async () => {
  const table = 'supabase_migrations.schema_migrations';
  const last = `(select max(version) from ${table})`;
  await change(
    `create table kept as select * from ${table} where version = ${last};
    delete from ${table} where version = ${last}`,
    `insert into ${table} select * from kept; drop table kept`,
  );
  const backups = path.join(workshop.dataDir, 'backups');
  await rm(backups, { recursive: true, force: true });
  await writeFile(backups, 'a file');
  await expectFailure('backups');
});

test('and after all these, the next start succeeds, with a key of Supabase Auth', async () => {
  await change('', '');
  const server = workshop.start({ AUTH_JWT_KEYS: await signingKey(['sign', 'verify']) });
  await server.healthy();
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
