/** The overview, the queues and the mails. */
import { expect, test } from 'vitest';
import { newAddress, signUp } from '../auth/auth-client.ts';
import { postpone, refuse, startMailServer } from '../mail/mail-server.ts';
import { startTestServer, useTestServer } from '../support/test-server.ts';
import { ask, enter, OPERATOR } from './operators.ts';

const server = useTestServer({ operators: [OPERATOR] });

test('the overview counts what there is, and says what runs', async () => {
  const ada = await enter(server());
  const { client } = await signUp(server());
  const { data } = await client.from('organization_members').select('organization_id').single();
  await client.from('pages').insert({ organization_id: data?.organization_id, name: 'Plan' });
  const { body } = await ask(server(), ada.accessToken, '');
  expect(body).toMatchObject({
    release: expect.stringMatching(/^\d+\.\d+/),
    database: {
      kind: process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded',
      version: expect.stringMatching(/^PostgreSQL \d+/),
    },
    people: { all: 2, suspended: 0 },
    workspaces: 2,
    pages: { kept: 1, trashed: 0 },
    mail: { server: null },
    backups: { last: null, under_way: false, problem: null },
    warnings: [],
  });
  expect(body.database.bytes).toBeGreaterThan(1_000_000);
  expect(body.memory.bytes).toBeGreaterThan(1_000_000);
  expect(body.queues.map(({ queue }: { queue: string }) => queue)).toEqual([
    'mail',
    'search',
    'files',
    'notion',
  ]);
});

test('where the database counts no times, the answer says so', async () => {
  const ada = await enter(server());
  const { status, body } = await ask(server(), ada.accessToken, '/statements');
  expect(status).toBe(200);
  expect(body.statements.length > 0 || body.reason.length > 0).toBe(true);
});

test.runIf(process.env.TEST_DATABASE_URL)(
  'an extension without its library is said to be so; with it, statements are told without values',
  async () => {
    const ada = await enter(server());
    const owner = (text: string) => server().database.asOwner((transaction) => transaction.query({ text }));
    await owner('create extension pg_stat_statements');
    await owner(`create role told_nowhere password 'a secret'`);
    await owner(`select 'a secret' as told_with_a_value`);
    const { status, body } = await ask(server(), ada.accessToken, '/statements');
    await owner('drop role told_nowhere');
    await owner('drop extension pg_stat_statements');
    expect(status).toBe(200);
    if (body.reason !== null)
      expect(body).toMatchObject({
        statements: [],
        reason: expect.stringContaining('shared_preload_libraries'),
      });
    else expect(body.statements.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('a secret');
  },
);

test('failed work is told with its reason, and is due again when the operator says so', async () => {
  const ada = await enter(server());
  const owner = (text: string) => server().database.asOwner((transaction) => transaction.query({ text }));
  await owner(`insert into public.page_work (page_id, tries, problem, due_at)
    values (gen_random_uuid(), 3, 'out of luck', now() + interval '1 hour')`);
  const searchQueue = async () =>
    (await ask(server(), ada.accessToken, '')).body.queues.find(
      ({ queue }: { queue: string }) => queue === 'search',
    );
  expect(await searchQueue()).toMatchObject({
    failed: 1,
    failures: [{ problem: 'out of luck', pieces: 1 }],
  });
  const retry = (queue: string) =>
    ask(server(), ada.accessToken, `/queues/${queue}/retry`, { method: 'POST' });
  expect(await retry('search')).toEqual({ status: 200, body: { count: 1 } });
  await expect.poll(async () => (await searchQueue()).failed).toBe(0);
  expect((await retry('constructor')).status).toBe(404);
});

test('a mail to try goes past the queue, and the mail server’s refusal is told; mails that wait are shown without their links', async () => {
  await using mailServer = await startMailServer();
  await using mailing = await startTestServer({
    operators: [OPERATOR],
    mail: { smtpUrl: `${mailServer.url}`, from: 'Trellis <mail@example.com>' },
  });
  const ada = await enter(mailing);
  const operate = (path: string, request?: Parameters<typeof ask>[3]) =>
    ask(mailing, ada.accessToken, path, request);
  expect((await operate('/mails/test', { body: { to: 'eve@example.com' } })).status).toBe(200);
  expect(mailServer.acceptedFor('eve@example.com')).toMatchObject([{ subject: 'A mail to try' }]);
  mailServer.judge = refuse;
  expect(await operate('/mails/test', { body: { to: 'eve@example.com' } })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('The mail server says') },
  });
  expect(
    (await operate('/mails/test', { body: { to: 'eve@example.com\r\nBcc: x@example.com' } })).status,
  ).toBe(400);

  mailServer.judge = postpone;
  const email = newAddress();
  expect((await operate('/people', { body: { email } })).body).toEqual({ link: null });
  const { mails } = (await operate('/mails')).body;
  expect(mails).toMatchObject([{ kind: 'invite', to: email, can_retry: true, failed_at: null }]);
  expect(JSON.stringify(mails)).not.toContain('token');
  mailServer.judge = () => undefined;
  expect((await operate(`/mails/retry?id=${mails[0].id}`, { method: 'POST' })).body).toEqual({ count: 1 });
  await expect.poll(() => mailServer.acceptedFor(email).length).toBe(1);
  expect((await operate('/mails', { method: 'DELETE' })).body).toEqual({ count: 0 });
  expect((await operate('/mails?id=nonsense', { method: 'DELETE' })).status).toBe(400);
});
