import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countRows, linkIn, newAddress, newClient, openLink, PASSWORD, send } from '../auth/auth-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** A mail server that keeps what it is given, or refuses it. */
const received: { readonly to: string; readonly source: string }[] = [];
let refusing = false;
const smtp = new SMTPServer({
  onAuth: ({ username, password }, _session, callback) =>
    username === 'trellis' && password === 'p@ss/word'
      ? callback(null, { user: username })
      : callback(new Error('Who are you?')),
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, callback) =>
    refusing ? callback(new Error('No such mailbox')) : callback(),
  onData: (stream, { envelope }, callback) => {
    void text(stream).then((source) => {
      received.push({ to: String(envelope.rcptTo[0]?.address), source });
      callback();
    });
  },
});

let server: TestServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  server = await startTestServer({
    mail: { smtpUrl: `smtp://trellis:p%40ss%2Fword@127.0.0.1:${port}`, from: 'Trellis <mail@example.com>' },
    auth: { emailConfirmation: true },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

beforeEach(() => {
  refusing = false;
});

describe('with SMTP_URL', () => {
  test('a mail leaves through that server, and its link works', async () => {
    const email = newAddress().replace('@', '+tag@');
    const { error } = await newClient(server).auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    const [delivery] = received.filter(({ to }) => to === email);
    const mail = await PostalMime.parse(delivery?.source ?? '');
    expect(mail.from).toMatchObject({ name: 'Trellis', address: 'mail@example.com' });
    expect(mail.html).toContain(linkIn(mail).href.replaceAll('&', '&amp;'));
    await openLink(server, mail);
    const signedIn = await newClient(server).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
    // Nothing is left for others to read on this machine.
    expect(await server.mailsTo(email)).toEqual([]);
    expect((await (await fetch(`${server.url}/dev/mail`)).text()).includes(email)).toBe(false);
  });

  test('a sign-up whose mail is refused leaves nothing behind', async () => {
    refusing = true;
    const email = newAddress();
    const response = await send(server, '/signup', { body: { email, password: PASSWORD } });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Error sending confirmation email',
    });
    expect(await countRows(server, 'select from auth.users where email = $1', [email])).toBe(0);
    expect(server.observations.some(({ kind }) => kind === 'mail-failed')).toBe(true);
    refusing = false;
    const again = await newClient(server).auth.signUp({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });

  test('a recovery whose mail is refused tells nothing, and leaves nothing behind', async () => {
    const email = newAddress();
    await newClient(server).auth.signUp({ email, password: PASSWORD });
    refusing = true;
    expect((await send(server, '/recover', { body: { email } })).status).toBe(200);
    await server.idle();
    const written = 'select from auth.one_time_tokens where relates_to = $1 and token_type = $2';
    expect(await countRows(server, written, [email, 'recovery_token'])).toBe(0);
    refusing = false;
  });
});
