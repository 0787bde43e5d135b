/**
 * A disk without room: programs get an error, the log says it once, and everything goes on when there is room again.
 * The disks are small file systems in memory, where the tests may mount some.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { openWorkshop, type Workshop } from '../support/server-process.ts';
import { unpackDatabase } from '../support/unpack-database.ts';

const canMount = await mountDisk(await mkdtemp(path.join(os.tmpdir(), 'trellis-mount-')), 1)
  .then((disk) => disk[Symbol.asyncDispose]())
  .then(
    () => true,
    () => false,
  );

/** @param folder is in memory until it is disposed of */
async function mountDisk(folder: string, megabytes: number) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  const filling = path.join(folder, 'filling');
  return {
    fill: async () => {
      const file = await open(filling, 'w');
      const full = (error: NodeJS.ErrnoException) => error.code === 'ENOSPC';
      for (const bytes of [1024 * 1024, 4096]) {
        let isFull = false;
        while (!isFull)
          isFull = await file
            .write(Buffer.alloc(bytes))
            .then(({ bytesWritten }) => bytesWritten < bytes, full);
      }
      await file.close();
    },
    free: () => rm(filling),
    // Also while a process that did not stop has files open there.
    [Symbol.asyncDispose]: async () => void execFileSync('umount', ['-l', folder]),
  };
}

async function clientOf({ dataDir, port }: Workshop) {
  const { SUPABASE_PUBLISHABLE_KEY: apikey } = JSON.parse(
    await readFile(path.join(dataDir, 'secrets.json'), 'utf8'),
  );
  let authorization = `Bearer ${apikey}`;
  const send = async (method: string, address: string, body?: object) => {
    const headers = {
      apikey,
      authorization,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}${address}`, init);
    return { status: response.status, body: await response.json() };
  };
  const signUp = (email: string) => send('POST', '/auth/v1/signup', { email, password: 'correct horse 1' });
  const signIn = async (email: string) => {
    authorization = `Bearer ${(await signUp(email)).body.access_token}`;
  };
  return { send, signUp, signIn };
}

const saying = (output: string, kind: string) =>
  output.split('\n').filter((line) => line.includes('The disk is full') && line.includes(`"${kind}"`));

test.runIf(canMount)('a full disk is reported, and logged once; saves go on when there is room', async () => {
  await using workshop = await openWorkshop({ withDatabase: false });
  await using disk = await mountDisk(workshop.dataDir, 250);
  await unpackDatabase(path.join(workshop.dataDir, 'database'));
  const server = workshop.start();
  await server.healthy();
  const { send, signIn } = await clientOf(workshop);
  await signIn('ada@example.com');
  const [workspace] = (await send('GET', '/rest/v1/organizations?select=id')).body;
  const [page] = (
    await send('POST', '/rest/v1/pages', { organization_id: workspace.id, name: 'P', order_index: 1 })
  ).body;
  const save = (seed: number) => {
    const content = Array.from({ length: 30_000 }, (_, n) => Math.sin(seed + n).toString(36)).join(' ');
    return send('PATCH', `/rest/v1/pages?id=eq.${page.id}&select=id`, { content });
  };
  await disk.fill();
  for (let seed = 0; seed < 5; seed++) {
    expect(await save(seed)).toMatchObject({
      status: 507,
      body: { code: '53100', message: expect.stringContaining('full') },
    });
  }
  expect((await send('GET', '/rest/v1/pages?select=content')).body).toEqual([{ content: '' }]);
  const warnings = async () => (await send('GET', '/health/ready')).body.warnings;
  await expect.poll(warnings).toEqual([expect.stringMatching(/^Only 0 MB are free where .+ is: make room/)]);
  await disk.free();
  expect((await save(9)).status).toBe(200);
  await expect.poll(warnings).toBeUndefined();
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(saying(server.output(), 'request-failed')).toHaveLength(1);
});

test.runIf(canMount)('a start without room for the database says so, and ends', async () => {
  await using workshop = await openWorkshop({ withDatabase: false });
  await using disk = await mountDisk(workshop.dataDir, 60);
  const start = async () => {
    const server = workshop.start();
    expect(await server.exited).toBe(1);
    return server.output();
  };
  const sentence = (least: number) =>
    new RegExp(`The disk that holds .* is full: \\d+ MB are free, and ${least} are needed to start\\.`);
  // A new database takes more than one that is there.
  expect(await start()).toMatch(sentence(100));
  await disk.fill();
  expect(await start()).toMatch(sentence(20));
});

test.runIf(canMount)('mails without room are reported, and come when there is some', async () => {
  await using workshop = await openWorkshop();
  const outbox = path.join(workshop.dataDir, 'outbox');
  await mkdir(outbox);
  await using disk = await mountDisk(outbox, 1);
  const server = workshop.start({ AUTH_EMAIL_CONFIRMATION: 'on', AUTH_RATE_LIMITS: 'off' });
  await server.healthy();
  const { signUp } = await clientOf(workshop);
  await disk.fill();
  const statuses = [await signUp('ada@example.com'), await signUp('bob@example.com')].map(
    ({ status }) => status,
  );
  await disk.free();
  expect((await signUp('cy@example.com')).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(statuses).toEqual([507, 507]);
  expect(saying(server.output(), 'mail-failed')).toHaveLength(1);
  // Nothing is left of those that were cut short.
  expect((await readdir(outbox)).map((file) => path.extname(file))).toEqual(['.eml']);
});

test.runIf(canMount)('a file that finds no room is refused, and nothing of it stays', async () => {
  await using workshop = await openWorkshop();
  const folder = path.join(workshop.dataDir, 'storage');
  await mkdir(folder, { recursive: true });
  await using disk = await mountDisk(folder, 80);
  const server = workshop.start({ LOG_LEVEL: 'error' });
  await server.healthy();
  const { SUPABASE_SECRET_KEY: key } = JSON.parse(
    await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'),
  );
  const { storage } = createClient(`http://127.0.0.1:${workshop.port}`, key, {
    auth: { persistSession: false },
  });
  await storage.createBucket('files', { public: false });
  const files = storage.from('files');
  const full = { status: 507, statusCode: '507', message: expect.stringContaining('full') };
  // Sixteen megabytes may be used, the rest is left free.
  expect((await files.upload('small', Buffer.alloc(1024 * 1024, 'x'))).error).toBeNull();
  expect((await files.upload('large', Buffer.alloc(40 * 1024 * 1024, 'x'))).error).toMatchObject(full);
  await disk.fill();
  expect((await files.update('small', 'other')).error).toMatchObject(full);
  expect((await files.copy('small', 'copy')).error).toMatchObject(full);
  await disk.free();
  expect((await files.download('small')).data?.size).toBe(1024 * 1024);
  const kept = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('-'));
  await expect.poll(kept).toHaveLength(1);
  // An upload in several requests goes on when there is room.
  const address = `http://127.0.0.1:${workshop.port}`;
  const headers = { authorization: `Bearer ${key}`, apikey: key, 'tus-resumable': '1.0.0' };
  const pair = (name: string, value: string) => `${name} ${Buffer.from(value).toString('base64')}`;
  const created = await fetch(`${address}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '4',
      'upload-metadata': [pair('bucketName', 'files'), pair('objectName', 'parts')].join(','),
    },
  });
  const add = (offset: number, body: string) =>
    fetch(new URL(created.headers.get('location') ?? '', address), {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': `${offset}`,
      },
      body,
    });
  expect((await add(0, 'ab')).status).toBe(204);
  await disk.fill();
  expect((await add(2, 'cd')).status).toBe(507);
  await disk.free();
  expect((await add(2, 'cd')).status).toBe(204);
  expect(await (await files.download('parts')).data?.text()).toBe('abcd');
  expect((await files.update('small', 'other')).error).toBeNull();
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(saying(server.output(), 'request-failed')).toEqual([]);
});
