/** The check of the mail server: each thing that can be wrong has its own sentence, with what to do. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { ConfigError } from '../../src/config/environment.ts';
import { createMailTransport } from '../../src/mail/transport/create-transport.ts';
import { explainProblem, kindOfProblem } from '../../src/mail/transport/mail-problem.ts';
import { startMailServer } from './mail-server.ts';

let folder: string;
const file = (name: string) => path.join(folder, name);

/** An authority of its own, and two certificates that it signed: one for this machine, one for another. */
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-authority-'));
  const openssl = (...given: string[]) => execFileSync('openssl', given, { cwd: folder, stdio: 'ignore' });
  // biome-ignore format: one option and its value a line would be long
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=Private authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  for (const [name, owner] of [
    ['own', 'IP:127.0.0.1'],
    ['other', 'DNS:mail.example.com'],
  ] as const) {
    writeFileSync(file(`${name}.ext`), `subjectAltName=${owner}`);
    // biome-ignore format: one option and its value a line would be long
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=mail', '-keyout', `${name}.key`, '-out', `${name}.csr`);
    // biome-ignore format: one option and its value a line would be long
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1', '-extfile', `${name}.ext`, '-out', `${name}.pem`);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const certificate = (name: string) => ({
  key: readFileSync(file(`${name}.key`)),
  cert: readFileSync(file(`${name}.pem`)),
});

/** @returns the sentence for the operator; 'fine' when a mail can be sent */
async function check(smtpUrl: string, smtpCa?: string): Promise<string> {
  const transport = await createMailTransport({
    smtpUrl,
    smtpCa,
    from: 'Trellis <mail@example.com>',
    outbox: '',
  });
  try {
    await transport.check();
    const mail = { to: 'ada@example.com', subject: 'Try', text: 'Try', html: '<p>Try</p>' };
    await transport.send({ mail, messageId: '<try@example.com>', date: new Date() });
    return 'fine';
  } catch (error) {
    // Nothing of this is about the mail: it must wait.
    expect(kindOfProblem(error)).toBe('away');
    return explainProblem(error);
  } finally {
    transport.close();
  }
}

const UNKNOWN_AUTHORITY =
  'This system does not know the authority that signed the certificate of the mail server. Name the file of that authority in SMTP_CA.';

test('a private authority is known by its file, and by nothing else', async () => {
  await using server = await startMailServer({ ...certificate('own'), secure: true });
  expect(await check(server.url)).toBe(UNKNOWN_AUTHORITY);
  expect(await check(server.url, file('ca.pem'))).toBe('fine');
  await expect(check(server.url, file('none.pem'))).rejects.toThrow(ConfigError);
});

test('a certificate for another name is refused', async () => {
  await using server = await startMailServer({ ...certificate('other'), secure: true });
  expect(await check(server.url, file('ca.pem'))).toContain('is for another name');
});

test('requireTLS sends nothing in clear; without it, STARTTLS is used where it is offered', async () => {
  await using plain = await startMailServer();
  expect(await check(plain.url)).toBe('fine');
  expect(await check(`${plain.url}?requireTLS=true`)).toContain('does not encrypt the connection');
  await using encrypting = await startMailServer({ ...certificate('own'), disabledCommands: ['AUTH'] });
  expect(await check(encrypting.url)).toBe(UNKNOWN_AUTHORITY);
  expect(await check(`${encrypting.url}?requireTLS=true`, file('ca.pem'))).toBe('fine');
});

test('a wrong password is told without the password', async () => {
  await using server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'trellis' }) : done(new Error('Who are you?')),
  });
  const told = await check(server.url.replace('//', '//trellis:hunter2@'));
  expect(told).toMatch(
    /^The mail server refuses the login\. Check user and password in SMTP_URL\. It says: 535 /,
  );
  expect(told).not.toContain('hunter2');
  expect(await check(server.url)).toContain('refuses the login');
  expect(await check(server.url.replace('//', '//trellis:right@'))).toBe('fine');
});

test('a port where nothing listens, a name that is nobody’s, and a server that speaks no TLS', async () => {
  expect(await check(`smtp://127.0.0.1:${await freePort()}`)).toBe(
    'Nothing listens there. Check host and port in SMTP_URL.',
  );
  expect(await check('smtp://nobody.invalid:25')).toMatch(/name/);
  await using plain = await startMailServer();
  expect(await check(plain.url.replace('smtp:', 'smtps:'))).toContain('speaks no TLS on that port');
});
