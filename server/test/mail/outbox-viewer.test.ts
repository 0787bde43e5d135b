// The same on every database: its subject is mails as files.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { listPage } from '../../src/mail/outbox-pages.ts';
import { findProductFont } from '../../src/mail/product-font.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();
const publicServer = useTestServer({ siteUrl: 'https://docs.example.com' });

const MAIL = [
  'From: Trellis <no-reply@localhost>',
  'To: ada@example.com',
  'Subject: Reset <b>your</b> password',
  'Date: Fri, 20 Nov 2026 10:00:00 +0000',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Open http://localhost:3000/auth/v1/verify?token=abc now.',
].join('\r\n');

const MAIL_WITH_MARKUP = MAIL.replace('text/plain', 'text/html').replace(
  /Open .*/,
  '<p>Open <a href="http://localhost:3000/next">this</a>.</p>',
);

beforeAll(async () => {
  for (const { config } of [server(), publicServer()]) {
    await mkdir(path.join(config.dataDir, 'outbox'), { recursive: true });
    await writeFile(path.join(config.dataDir, 'outbox', '2026-11-20-abc.eml'), MAIL);
    await writeFile(path.join(config.dataDir, 'outbox', '2026-11-20-def.eml'), MAIL_WITH_MARKUP);
  }
});

/** As a browser that has opened the printed address. */
async function read(path: string, init: RequestInit = {}): Promise<Response> {
  const opened = await fetch(String(server().outboxUrl), { redirect: 'manual' });
  const [cookie = ''] = opened.headers.getSetCookie()[0]?.split(';') ?? [];
  return fetch(`${server().url}${path}`, { ...init, headers: { ...init.headers, cookie } });
}

test('the printed address sets a cookie, and the secret leaves the address bar', async () => {
  const opened = await fetch(String(server().outboxUrl), { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dev/mail']);
  const [cookie] = opened.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\/dev\/mail; HttpOnly; SameSite=Strict$/);
});

test.each([
  ['no secret', '/dev/mail', {}],
  ['a wrong one', '/dev/mail?key=0000000000000000000000000000dead', {}],
  ['a wrong cookie', '/dev/mail', { cookie: 'trellis_outbox=0000000000000000000000000000dead' }],
  ['no secret, for a mail', '/dev/mail/2026-11-20-abc.eml', {}],
  ['no secret, for what is in a mail', '/dev/mail/2026-11-20-def.eml/body', {}],
])('a visitor with %s learns where the secret is, and reads no mail', async (_what, path, headers) => {
  const answer = await fetch(`${server().url}${path}`, { headers, redirect: 'manual' });
  expect(answer.status).toBe(403);
  const html = await answer.text();
  expect(html).toContain('It printed their address when it');
  expect(html).not.toMatch(/ada@example|token=abc/);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('a browser on this machine reads the mails', async () => {
  const list = await (await read('/dev/mail')).text();
  expect(list).toContain('ada@example.com');
  expect(list).toContain('Reset &lt;b&gt;your&lt;/b&gt; password');
  const mail = await (await read('/dev/mail/2026-11-20-abc.eml')).text();
  expect(mail).toContain('href="http://localhost:3000/auth/v1/verify?token=abc"');
});

test('a mail with markup shows its link only inside its frame, a plain mail shows it above', async () => {
  const readMail = async (name: string) => {
    const shown = await (await read(`/dev/mail/${name}.eml`)).text();
    const body = await (await read(`/dev/mail/${name}.eml/body`)).text();
    return { framed: shown.includes('<iframe'), link: shown.includes('href="http://'), body };
  };
  expect(await readMail('2026-11-20-abc')).toMatchObject({ framed: false, link: true });
  const { framed, link, body } = await readMail('2026-11-20-def');
  expect({ framed, link }).toEqual({ framed: true, link: false });
  expect(body).toContain('<a target="_top" href="http://localhost:3000/next">');
});

test('the list renews itself, and only the list', async () => {
  const refresh = async (path: string) => (await read(path)).headers.get('refresh');
  expect(await refresh('/dev/mail')).toBe('5');
  expect(await refresh('/dev/mail/2026-11-20-abc.eml')).toBeNull();
});

test('the pages have the product’s typeface, and may load it', async () => {
  const font = 'inter-latin-wght-normal-abc_1-2.woff2';
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-build-'));
  expect(await findProductFont(folder)).toBeUndefined();
  await mkdir(path.join(folder, 'assets'));
  for (const name of [`inter-latin-ext-wght-normal-abc.woff2`, font])
    await writeFile(path.join(folder, 'assets', name), '');
  expect(await findProductFont(folder)).toBe(`/assets/${font}`);
  await rm(folder, { recursive: true });
  expect(String(listPage([], `/assets/${font}`))).toContain(`src: url(/assets/${font})`);
  const { headers } = await read('/dev/mail');
  expect(headers.get('content-security-policy')).toContain("font-src 'self'");
});

test('no other site may frame the mails, and plain HTTP stays allowed', async () => {
  const { headers } = await read('/dev/mail');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(headers.get('content-security-policy')).toContain("base-uri 'none'");
  expect(headers.has('strict-transport-security')).toBe(false);
});

test('another host name, as in DNS rebinding, finds nothing', async () => {
  const { port } = new URL(server().url);
  const status = await new Promise((resolve, reject) => {
    const request = http.get({ port, path: '/dev/mail', headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject);
  });
  expect(status).toBe(404);
});

test.each(['../secrets.json', '..%2fsecrets.json', 'none.eml'])('%s is no mail', async (name) => {
  const response = await read(`/dev/mail/${name}`);
  expect(await response.text()).not.toContain('SUPABASE_SECRET_KEY');
});

test('the web app learns from a header that mails can be read here, and only then', async () => {
  const head = async (url: string) =>
    (await fetch(`${url}/dev/mail`, { method: 'HEAD' })).headers.get('x-trellis-outbox');
  expect(await head(server().url)).toBe('readable');
  expect(await head(publicServer().url)).toBeNull();
});

test('a server with a public address has no such page', async () => {
  const response = await fetch(`${publicServer().url}/dev/mail`);
  expect(await response.text().catch(() => '')).not.toContain('ada@example.com');
});
