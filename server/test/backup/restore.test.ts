/**
 * A backup of a server with everything in it, while somebody writes, is restored elsewhere: on the embedded database, and on
 * Postgres where TEST_DATABASE_URL names one.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArchiveWriter, MANIFEST, SUMS } from '../../src/backup/archive/archive-writer.ts';
import { checkArchive } from '../../src/backup/archive/check-archive.ts';
import { manifestSchema } from '../../src/backup/archive/manifest.ts';
import { readTar } from '../../src/backup/archive/tar-reader.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { codeOf, type Enrolled, enroll } from '../auth/mfa/authenticator.ts';
import { addFile } from '../product/add-file.ts';
import { Browser } from '../product/document-browser.ts';
import { clientOf, createPage, type Person, signUp } from '../product/people.ts';
import { runTrellis } from '../support/run-trellis.ts';
import { closeEngine, emptyMachine, fingerprintOf, type Machine, newMachine } from './machines.ts';

// Nobody listens there: mails wait.
const NO_MAIL_SERVER = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Trellis <mail@example.com>',
  AUTH_EMAIL_CONFIRMATION: 'off',
};
const FILE = randomBytes(300_000);

let [from, to]: [Machine, Machine] = [undefined as never, undefined as never];
let ada: Person;
let bob: Person;
let page: { readonly id: string };
let file: { readonly objectName: string };
let factor: Enrolled;
let session: Session;
/** Ids of pages that were answered as saved before the backup was asked for, and since. */
const [before, during]: [string[], string[]] = [[], []];
let archive: string;

beforeAll(async () => {
  [from, to] = [await newMachine(), await emptyMachine()];
  await from.start(NO_MAIL_SERVER).healthy();
  const server = await from.reach();
  [ada, bob] = [await signUp(server, 'Ada'), await signUp(server, 'Bob')];
  page = await createPage(ada, { name: 'Plan', content: 'tab\there, back\\slash, \\N and 🦊\nnew line' });
  file = await addFile(ada, page.id, { name: 'Bytes.bin', type: 'application/octet-stream', bytes: FILE });
  const browser = await Browser.open(ada, page.id);
  browser.type('Together: ');
  expect((await browser.save()).is_written).toBe(true);
  const link = { organization_id: ada.workspaceId, role: 'member', days: 7 };
  expect((await ada.client.rpc('create_join_link', link)).error).toBeNull();
  // A mail that waits, and a session of two steps.
  expect(
    (await clientOf(server, server.secrets.publishableKey).auth.resetPasswordForEmail(bob.email)).error,
  ).toBeNull();
  factor = await enroll(ada);
  const verified = await ada.client.auth.mfa.challengeAndVerify({
    factorId: factor.factorId,
    code: codeOf(factor.secret),
  });
  expect(verified.error).toBeNull();
  session = (await ada.client.auth.getSession()).data.session as Session;
});
afterAll(async () => {
  await from[Symbol.asyncDispose]();
  await to[Symbol.asyncDispose]();
});

async function write(person: Person, ids: string[], isOver: () => boolean): Promise<void> {
  for (let index = 0; !isOver(); index++)
    ids.push((await createPage(person, { name: `Page ${index}`, content: 'x'.repeat(3000) })).id);
}

test('a backup is made while others write, for its owner only', async () => {
  await write(bob, before, () => before.length >= 20);
  let isOver = false;
  const writing = write(bob, during, () => isOver);
  const { code, said, complained } = await from.trellis(['backup']);
  isOver = true;
  await writing;
  expect([code, complained]).toEqual([0, '']);
  expect(said).toMatch(/^trellis-\S+\.tar is in \S+: \d+ rows, 1 file, \d/);
  expect(during.length).toBeGreaterThan(5);
  const folder = path.join(from.dataDir, 'backups');
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.tar'));
  archive = path.join(folder, name);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  expect(await readdir(from.dataDir)).not.toContain('snapshot');
  const { tables, migrations, roles, files } = await checkArchive(createReadStream(archive));
  expect(tables.find((table) => table.name === 'auth.users')?.rows).toBe(2);
  expect(migrations.length).toBeGreaterThan(50);
  expect(roles).toEqual(['anon', 'authenticated', 'service_role']);
  expect(files).toEqual({ kept: 'all', count: 1, bytes: FILE.length, missing: [] });
});

test.each([
  [
    'cut short',
    (bytes: Buffer) => bytes.subarray(0, bytes.length - 4000),
    /damaged, or was cut short|no manifest/,
  ],
  [
    'damaged',
    (bytes: Buffer) => {
      // Behind the header of the first table, in what is compressed: never in what only fills the block.
      const at = Math.ceil(bytes.indexOf('.copy.gz') / 512) * 512 + 10;
      bytes.writeUInt8(255 - bytes.readUInt8(at), at);
      return bytes;
    },
    /^.*The archive is damaged: \S+ has another checksum/s,
  ],
  ['of a newer release', newer, /made by a newer release \(99\.0\.0\)/],
  ['of another product', () => Buffer.from('x'.repeat(5000)), /This is no backup of Trellis/],
])('an archive that is %s is refused, and changes nothing', async (_, change, sentence) => {
  const changed = path.join(from.dataDir, 'changed.tar');
  await writeFile(changed, await change(await readFile(archive)));
  const { code, complained } = await to.trellis(['restore', changed]);
  expect(complained).toMatch(sentence);
  expect(complained).toMatch(/Nothing was changed\.\n$/);
  expect([code, await readdir(to.dataDir)]).toEqual([1, []]);
});

/** The same archive, as a later release would write it. */
async function newer(bytes: Buffer): Promise<Buffer> {
  const written: Buffer[] = [];
  const copy = new ArchiveWriter(async (piece) => void written.push(piece));
  for await (const { name, size, body } of readTar(Readable.from(bytes))) {
    if (name === MANIFEST) {
      const text = Buffer.concat(await Readable.from(body).toArray()).toString('utf8');
      await copy.finish({ ...manifestSchema.parse(JSON.parse(text)), release: '99.0.0' });
    } else if (name !== SUMS) await copy.addStream(name, size, body);
  }
  return Buffer.concat(written);
}

test('it is restored on an empty machine, where all that was saved before is', async () => {
  const { code, said, complained } = await to.trellis(['restore', archive]);
  expect([code, complained]).toEqual([0, '']);
  expect(said).toContain('Start Trellis now.');
  const again = await to.trellis(['restore', archive]);
  expect([again.code, again.complained]).toEqual([
    1,
    expect.stringMatching(
      /something already in .+: a database, uploaded files\. Restore into an empty place, or add --replace\. Nothing was changed\.\n$/,
    ),
  ]);
  const engine = await to.openDatabase();
  const { rows } = await engine.pool.query<{ id: string }>(
    'select id from public.pages where content like $1',
    ['xxx%'],
  );
  await closeEngine(engine);
  const restored = rows.map(({ id }) => id);
  expect(restored).toEqual(expect.arrayContaining(before));
  // The backup has one state: the first of the pages that came meanwhile.
  const taken = during.filter((id) => restored.includes(id));
  expect(taken).toEqual(during.slice(0, taken.length));
});

describe('the restored server', () => {
  beforeAll(() => to.start(NO_MAIL_SERVER).healthy(), 60_000);

  test('is ready, and the doctor finds the schema as the migrations made it', async () => {
    expect(await (await fetch(`${to.url}/health/ready`)).json()).toMatchObject({ status: 'ok' });
    expect((await to.trellis(['doctor'])).said).not.toMatch(/WRONG {4}(Database|Schema|Roles|Server: it)/);
  });

  test('knows sessions, passwords and second factors', async () => {
    const { secrets } = await to.reach();
    expect(secrets).toEqual((await from.reach()).secrets);
    const browser = clientOf(to, secrets.publishableKey);
    expect((await browser.auth.setSession(session)).error).toBeNull();
    const refreshed = await browser.auth.refreshSession();
    expect(refreshed.data.user?.id).toBe(ada.id);
    const other = clientOf(to, secrets.publishableKey);
    const wrong = await other.auth.signInWithPassword({ email: ada.email, password: 'wrong' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    await other.auth.signInWithPassword({ email: ada.email, password: 'correct horse 1' });
    // The code of the next half minute: the last one was used.
    const code = codeOf(factor.secret, 1);
    const { error } = await other.auth.mfa.challengeAndVerify({ factorId: factor.factorId, code });
    expect(error).toBeNull();
    const { data: aal } = await other.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(aal?.currentLevel).toBe('aal2');
  });

  test('has pages, documents, versions, files, invitations and mails, and goes on', async () => {
    const { secrets, secretKey } = await to.reach();
    const client = clientOf(to, secrets.publishableKey);
    await client.auth.setSession(session);
    const person: Person = { ...ada, client };
    const { data: read } = await client.from('pages').select('content').eq('id', page.id).single();
    expect(read?.content).toBe('Together: tab\there, back\\slash, \\N and 🦊\nnew line');
    const browser = await Browser.open(person, page.id);
    expect(browser.texts.content).toBe(read?.content);
    browser.type('Still ');
    expect((await browser.save()).is_written).toBe(true);
    const { data: versions } = await client.from('page_versions').select('id').eq('page_id', page.id);
    expect(versions?.length).toBeGreaterThan(0);
    const { data: links } = await client.from('organization_invitations').select('id');
    expect(links?.length).toBe(1);
    const bytes = await client.storage.from('page-files').download(file.objectName);
    expect(FILE.equals(Buffer.from((await bytes.data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(true);
    const added = await addFile(person, page.id, { bytes: Buffer.from('another'), type: 'text/plain' });
    expect(added.objectName).toBeTruthy();
    await createPage(person, { name: 'New' });
    const mails = await fetch(`${to.url}/mail/v1/messages`, { headers: { apikey: secretKey } });
    expect(await mails.json()).toMatchObject([{ kind: 'recovery', to: bob.email }]);
  });
});

test('a quiet database comes back row by row, also in place of another one', async () => {
  const copy = path.join(to.dataDir, 'copy.tar');
  const { said, code } = await from.trellis(['backup', '--copy', copy]);
  expect([code, said]).toEqual([0, expect.stringContaining(`A copy is in ${copy}.`)]);
  expect((await from.trellis(['backup', 'list'])).said.trim().split('\n').length).toBe(2);
  const running = await to.trellis(['restore', copy, '--replace']);
  expect([running.code, running.complained]).toEqual([1, expect.stringContaining('stop it first')]);
  await from.stop();
  await to.stop();
  const alone = await from.trellis(['backup']);
  expect([alone.code, alone.complained]).toEqual([0, '']);
  const engine = await from.openDatabase();
  const expected = await fingerprintOf(engine);
  await closeEngine(engine);
  const restored = await to.trellis(['restore', copy, '--replace']);
  expect([restored.code, restored.complained]).toEqual([0, '']);
  const aside = /What was there before is in (\S+):/.exec(restored.said)?.[1] ?? '';
  expect(await readdir(aside)).toContain('storage');
  const found = await to.openDatabase();
  expect(await fingerprintOf(found)).toEqual(expected);
  await closeEngine(found);
  expect(await readFile(path.join(to.dataDir, 'secrets.json'), 'utf8')).toBe(
    await readFile(path.join(from.dataDir, 'secrets.json'), 'utf8'),
  );
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a database moves to the embedded one and back (needs TEST_DATABASE_URL)',
  async () => {
    await using back = await emptyMachine();
    const { DATABASE_URL: url = '', ...embedded } = to.settings;
    const engine = await to.openDatabase();
    const expected = await fingerprintOf(engine);
    await closeEngine(engine);
    const there = await to.trellis(['move-to-embedded']);
    expect([there.code, there.complained]).toEqual([0, '']);
    expect(there.said).toMatch(/ s {2}public\.pages: \d+ rows\n/);
    expect((await to.trellis(['move-to-embedded'])).complained).toMatch(
      /There is an embedded database in .+ already/,
    );
    const config = { kind: 'embedded', directory: path.join(to.dataDir, 'database') } as const;
    const moved = await openEngine(config);
    expect(await fingerprintOf(moved)).toEqual(expected);
    await closeEngine(moved);
    const { DATABASE_URL: target = '' } = back.settings;
    const again = await runTrellis(['move-to-postgres', target], embedded);
    expect([again.code, again.complained]).toEqual([0, '']);
    const found = await back.openDatabase();
    expect(await fingerprintOf(found)).toEqual(expected);
    await closeEngine(found);
    const refused = await runTrellis(['move-to-postgres', url], embedded);
    expect([refused.code, refused.complained]).toEqual([
      1,
      'There are rows in the database to move to: give an empty one. Nothing was changed.\n',
    ]);
    await back.start().healthy();
  },
);
