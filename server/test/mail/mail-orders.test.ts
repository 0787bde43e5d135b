/** Mails to an address alone: the answer knows nothing of accounts, and no order is lost by what goes wrong after it. */
import { afterAll, expect, test } from 'vitest';
import { forgetMails, newAddress, newClient, openLink, PASSWORD, send } from '../auth/auth-client.ts';
import { useTestServer } from '../support/test-server.ts';
import { startMailServer } from './mail-server.ts';

const mail = await startMailServer();
// Registered first, so it runs last: it waits for the server's connections to end.
afterAll(() => mail[Symbol.asyncDispose]());
const server = useTestServer({
  mail: { smtpUrl: mail.url, from: 'Trellis <mail@example.com>' },
  auth: { emailConfirmation: true },
});

const run = (text: string) => server().database.asOwner((transaction) => transaction.query({ text }));

/** An account with a confirmed address, or with another one that waits. */
async function settle({ isChanging = false } = {}): Promise<string> {
  const email = newAddress();
  const client = newClient(server());
  await client.auth.signUp({ email, password: PASSWORD });
  const [confirmation] = mail.acceptedFor(email);
  if (!confirmation) throw new Error('The confirmation did not come.');
  await openLink(server(), confirmation);
  if (!isChanging) return email;
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const body = { email: newAddress(), current_password: PASSWORD };
  await send(server(), '/user', { method: 'PUT', bearer: data.session?.access_token ?? '', body });
  return email;
}

async function startSignUp(): Promise<string> {
  const email = newAddress();
  await newClient(server()).auth.signUp({ email, password: PASSWORD });
  return email;
}

/** All that says whether an address has an account, and all that its mail is written to. */
const ACCOUNTS = [
  'auth.users',
  'auth.identities',
  'auth.one_time_tokens',
  'auth.audit_log_entries',
  'trellis_server.mails',
];

test('recover, otp and resend answer without a look at any account, and the mails come later, once', async () => {
  const known = {
    '/recover': await settle(),
    '/otp': await settle(),
    '/resend signup': await startSignUp(),
    '/resend email_change': await settle({ isChanging: true }),
  };
  await server().idle();
  await forgetMails(server());
  const before = new Map(Object.values(known).map((email) => [email, mail.acceptedFor(email).length]));
  const orders = Object.entries(known).flatMap(([route, email]) => [
    { route, email },
    { route, email: newAddress() },
  ]);

  for (const table of ACCOUNTS) await run(`alter table ${table} rename to away_${table.split('.')[1]}`);
  for (const { route, email } of orders) {
    const [path = '', type] = route.split(' ');
    const body = { email, create_user: false, ...(type && { type }) };
    const response = await send(server(), path, { body });
    expect([response.status, await response.json()], route).toEqual([200, {}]);
  }
  const { rows } = await run('select request from auth.mail_orders');
  expect(rows).toHaveLength(orders.length);
  await server().idle();
  for (const table of ACCOUNTS) {
    const [schema, name] = table.split('.');
    await run(`alter table ${schema}.away_${name} rename to ${name}`);
  }

  const left = async () => (await run('select from auth.mail_orders')).rowCount;
  await expect.poll(left).toBe(0);
  await server().idle();
  const { rows: accounts } = await run('select email_change from auth.users where email_change is not null');
  const [{ email_change: next } = { email_change: '' }] = accounts as { email_change: string }[];
  const came = (email: string) => mail.acceptedFor(email).length - (before.get(email) ?? 0);
  expect(orders.map(({ email }) => came(email))).toEqual([1, 0, 1, 0, 1, 0, 0, 0]);
  // The first one came with the change.
  expect(mail.acceptedFor(next)).toHaveLength(2);
});

test('an order that could not be written is not counted: the next one is taken', async () => {
  const email = await settle();
  const ask = async () => (await send(server(), '/recover', { body: { email } })).status;
  await run('alter table auth.mail_orders rename to away_mail_orders');
  const refused = await ask();
  await run('alter table auth.away_mail_orders rename to mail_orders');
  expect([refused, await ask(), await ask()]).toEqual([500, 200, 429]);
});

test('an order of an hour ago is forgotten', async () => {
  const email = await settle();
  await run(`insert into auth.mail_orders (request, due, created_at)
    values ('{"kind": "recovery", "email": "${email}", "redirectTo": "${server().url}", "address": ""}',
      clock_timestamp(), clock_timestamp() - interval '61 minutes')`);
  await expect.poll(async () => (await run('select from auth.mail_orders')).rowCount).toBe(0);
  await server().idle();
  expect(mail.acceptedFor(email)).toHaveLength(1);
});
