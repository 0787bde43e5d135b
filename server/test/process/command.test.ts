/** The operator's command, as a process of its own beside the server's. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { type MailServer, postpone, startMailServer } from '../mail/mail-server.ts';
import { runTrellis as run } from '../support/run-trellis.ts';
import { openWorkshop, type Workshop } from '../support/server-process.ts';

describe('written in a wrong way', () => {
  test.each([
    [['nothing'], /There is no command "nothing"/],
    [['constructor'], /There is no command "constructor"/],
    [['mails', 'burn'], /There is no "mails burn"/],
    [['user', 'delete'], /Name an account by its address/],
    [['user', 'list', '--bogus'], /Unknown option '--bogus'/],
    [['test-mail', 'nobody'], /Name one address/],
  ])('%j is refused with its usage, and exit code 2', async (words, sentence) => {
    const { code, said, complained } = await run(words, {});
    expect([code, said]).toEqual([2, '']);
    expect(complained).toMatch(sentence);
    expect(complained).toContain('Usage: trellis');
  });
});

test.runIf(process.platform === 'linux' && process.execve)(
  'start begins with the setting by which Linux takes memory back, in whatever way it was called',
  async () => {
    const tell = 'data:text/javascript,console.log(process.pid, process.env.MALLOC_MMAP_THRESHOLD_)';
    const settings = { PORT: 'many', NODE_OPTIONS: `--import ${tell.replaceAll(' ', '')}` };
    const begun = async (more = {}) => {
      const { code, said, complained } = await run(['start'], { ...settings, ...more });
      expect([code, complained]).toEqual([1, expect.stringContaining('PORT must')]);
      return said.trim().split('\n');
    };
    const [first, second, ...others] = (await begun()).map((line) => line.split(' '));
    expect([first?.[1], second?.[1], others]).toEqual(['undefined', '1048576', []]);
    expect(second?.[0]).toBe(first?.[0]);
    expect(await begun({ MALLOC_MMAP_THRESHOLD_: '65536' })).toEqual([expect.stringMatching(/ 65536$/)]);
  },
);

describe('without a server', () => {
  let workshop: Workshop;
  let settings: Readonly<Record<string, string>>;
  beforeAll(async () => {
    workshop = await openWorkshop();
    settings = { DATA_DIR: workshop.dataDir, PORT: String(workshop.port) };
  });
  afterAll(() => workshop[Symbol.asyncDispose]());

  test('the doctor looks at the database, finds nothing wrong, and makes nothing', async () => {
    const before = await readdir(workshop.dataDir);
    const { code, said } = await run(['doctor'], settings);
    expect(said).toContain('ok       Database: it answers.');
    expect(said).toMatch(
      /ok {7}Schema: it is what the migrations made|the next start applies \d+ migrations/,
    );
    expect(said).toContain('warning  Server: none runs with these settings.');
    expect([code, await readdir(workshop.dataDir)]).toEqual([0, before]);
  });

  test('the doctor names each thing that is wrong, and what to do', async () => {
    const port = await freePort();
    const wrong = { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: 'http://localhost:3000' };
    const { code, said } = await run(['doctor'], wrong);
    expect(said).toContain('WRONG    Mail: Nothing listens there. Check host and port in SMTP_URL.');
    expect(code).toBe(1);
    const unread = await run(['doctor'], { ...settings, PORT: 'many', SITE_URL: 'here' });
    expect(unread.code).toBe(1);
    expect(unread.said).toMatch(/WRONG {4}Settings: PORT must .+\nWRONG {4}Settings: SITE_URL must /);
  });

  test('the doctor says when no backup is made, when the last one is old, and when none can be written', async () => {
    // Without a database, which takes a while to open.
    const DATA_DIR = path.join(workshop.dataDir, 'new');
    const to = path.join(DATA_DIR, 'archives');
    const backups = async (more: Readonly<Record<string, string>>) =>
      /^.* Backups: .*$/m.exec(
        (await run(['doctor'], { ...settings, DATA_DIR, BACKUP_TO: to, ...more })).said,
      )?.[0];
    expect(await backups({})).toMatch(/^warning {2}Backups: none is made by a schedule: set BACKUP_EVERY/);
    expect(await backups({ BACKUP_EVERY: '24h' })).toBe(`warning  Backups: there is none in ${to} yet.`);
    await mkdir(to, { recursive: true });
    await writeFile(path.join(to, 'trellis-2026-01-01T03-00-00Z.tar'), '');
    expect(await backups({ BACKUP_EVERY: '24h' })).toMatch(
      /^WRONG {4}Backups: the newest in .+ is trellis-2026-01-01T03-00-00Z\.tar, which is older than/,
    );
    await rm(to, { recursive: true });
    await writeFile(to, 'a file');
    expect(await backups({ BACKUP_TO: path.join(to, 'below') })).toMatch(
      /^WRONG {4}Backups: .+ cannot be written/,
    );
    await rm(DATA_DIR, { recursive: true });
  });

  test('what needs the server says so', async () => {
    const { code, complained } = await run(['mails'], {
      ...settings,
      SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
    });
    expect(code).toBe(1);
    expect(complained).toMatch(
      /There are no secrets in|No Trellis answers at http:\/\/127\.0\.0\.1:\d+: start it first/,
    );
  });
});

describe('beside a running server', () => {
  let workshop: Workshop;
  let mailServer: MailServer;
  let settings: Readonly<Record<string, string>>;
  beforeAll(async () => {
    workshop = await openWorkshop();
    mailServer = await startMailServer();
    settings = {
      DATA_DIR: workshop.dataDir,
      PORT: String(workshop.port),
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Trellis <mail@example.com>',
      LOG_LEVEL: 'error',
    };
    await workshop.start(settings).healthy();
  });
  afterAll(async () => {
    await workshop[Symbol.asyncDispose]();
    await mailServer[Symbol.asyncDispose]();
  });
  const trellis = (...words: string[]) => run(words, settings);

  test('the doctor finds all well, and secrets that others may read', async () => {
    const { code, said } = await trellis('doctor');
    expect(said).not.toContain('WRONG');
    expect(said).toContain('ok       Server: it runs.');
    expect(code).toBe(0);
    const secrets = path.join(workshop.dataDir, 'secrets.json');
    await chmod(secrets, 0o644);
    expect(await trellis('doctor')).toMatchObject({
      code: 1,
      said: expect.stringContaining('WRONG    Secrets: Others may read'),
    });
    await chmod(secrets, 0o600);
  });

  test('a mail to try arrives, and a refusal is told in the mail server’s words', async () => {
    expect((await trellis('test-mail', 'ada@example.com')).code).toBe(0);
    expect(mailServer.acceptedFor('ada@example.com')).toMatchObject([{ subject: 'A mail to try' }]);
    mailServer.judge = postpone;
    const refused = await trellis('test-mail', 'ada@example.com');
    mailServer.judge = () => undefined;
    expect([refused.code, refused.complained]).toEqual([1, 'The mail server says: 451 Not this one.\n']);
  });

  test('mails that wait are shown, tried again, and dropped', async () => {
    mailServer.judge = postpone;
    expect((await trellis('user', 'invite', 'bob@example.com')).code).toBe(0);
    expect((await trellis('user', 'invite', 'cy@example.com')).code).toBe(0);
    const { code, said } = await trellis('mails');
    expect([code, said.split('\n')[0]]).toEqual([0, '2 waiting, 0 failed.']);
    expect(said).toContain('invite to bob@example.com');
    // The queue tries again by itself after half a minute, which a busy machine needs for a few commands.
    expect(said).toMatch(/\d (try|tries): The mail server says: 451 Not this one\./);
    expect(said).not.toContain('token=');
    const id = /^(\S{36}) {2}invite to cy@/m.exec(said)?.[1] ?? '';
    expect((await trellis('mails', 'drop', id)).said).toBe('1 mail is forgotten.\n');
    expect((await trellis('mails', 'drop', id)).code).toBe(1);
    expect((await trellis('mails', 'retry')).said).toBe('1 mail is tried again now.\n');
    mailServer.judge = () => undefined;
    await trellis('mails', 'retry');
    await expect.poll(() => mailServer.acceptedFor('bob@example.com').length).toBe(1);
    expect(mailServer.acceptedFor('cy@example.com')).toEqual([]);
    await expect.poll(async () => (await trellis('mails')).said).toBe('0 waiting, 0 failed.\n');
  });

  test('an account is suspended, restored, and deleted only after --yes', async () => {
    const { SUPABASE_SECRET_KEY: apikey } = JSON.parse(
      await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'),
    );
    const auth = (at: string, body: object) =>
      fetch(`http://127.0.0.1:${workshop.port}/auth/v1${at}`, {
        method: 'POST',
        headers: { apikey },
        body: JSON.stringify(body),
      });
    const [email, password] = ['eve@example.com', 'correct horse 1'];
    await auth('/admin/users', { email, password, email_confirm: true });
    const signIn = async () => (await auth('/token?grant_type=password', { email, password })).status;
    expect(await signIn()).toBe(200);
    expect((await trellis('user', 'suspend', 'Eve@Example.com')).said).toBe(`${email} is suspended.\n`);
    expect(await signIn()).toBe(400);
    expect((await trellis('user', 'list', 'eve')).said).toMatch(
      /^eve@example\.com .*suspended until 2\d{3}-/,
    );
    await trellis('user', 'restore', email);
    expect(await signIn()).toBe(200);
    expect((await trellis('user', 'delete', email)).code).toBe(2);
    expect(await signIn()).toBe(200);
    expect((await trellis('user', 'delete', email, '--yes')).said).toBe(`${email} is deleted.\n`);
    expect(await signIn()).toBe(400);
    const nobody = await trellis('user', 'suspend', email);
    expect([nobody.code, nobody.complained]).toEqual([1, `No account has the address ${email}.\n`]);
  });

  test('a server with another key is told from none', async () => {
    const { code, complained } = await run(['user', 'list'], {
      ...settings,
      SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
    });
    expect(code).toBe(1);
    expect(complained).toMatch(/^The Trellis at .+ has another secret key/);
  });
});

// Five processes, one after the other.
test('files that are lost are told by the server after its start, and by the doctor with and without it', async () => {
  await using workshop = await openWorkshop();
  const settings = { DATA_DIR: workshop.dataDir, PORT: String(workshop.port), LOG_LEVEL: 'warn' };
  const first = workshop.start(settings);
  await first.healthy();
  const { SUPABASE_SECRET_KEY: key } = JSON.parse(
    await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'),
  );
  const { storage } = createClient(`http://127.0.0.1:${workshop.port}`, key);
  await storage.createBucket('papers', { public: false });
  await storage.from('papers').upload('plan.txt', 'text');
  first.child.kill('SIGTERM');
  await first.exited;
  const whole = await run(['doctor'], settings);
  expect(whole.said).toContain('ok       Rows of files: every row has its bytes.');
  const folder = path.join(workshop.dataDir, 'storage');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const [{ parentPath, name } = { parentPath: '', name: '' }] = found.filter((entry) => entry.isFile());
  await rename(path.join(parentPath, name), path.join(parentPath, name.slice(0, 2) + randomUUID().slice(2)));
  const apart = await run(['doctor'], settings);
  expect(apart.said).toMatch(
    /WRONG {4}Rows of files: 1 file has a row in the database, but no bytes: .+ papers\/plan\.txt\./,
  );
  expect(apart.code).toBe(1);

  const second = workshop.start(settings);
  await second.healthy();
  await expect.poll(() => second.output()).toContain('"unknown-files-found"');
  expect(second.output()).toMatch(
    /"files":1,"examples":\[{"bucket":"papers","name":"plan.txt"}\],"advice":".+","msg":"files-lost"/,
  );
  const beside = await run(['doctor'], settings);
  expect(beside.said).toMatch(/WRONG {4}Server: 1 file has a row in the database, but no bytes/);
  expect(beside.code).toBe(1);
});
