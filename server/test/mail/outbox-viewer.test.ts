import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
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

beforeAll(async () => {
  for (const { config } of [server(), publicServer()]) {
    await mkdir(path.join(config.dataDir, 'outbox'), { recursive: true });
    await writeFile(path.join(config.dataDir, 'outbox', '2026-11-20-abc.eml'), MAIL);
  }
});

test('a browser on this machine reads the mails', async () => {
  const list = await (await fetch(`${server().url}/dev/mail`)).text();
  expect(list).toContain('ada@example.com');
  expect(list).toContain('Reset &lt;b&gt;your&lt;/b&gt; password');
  const mail = await (await fetch(`${server().url}/dev/mail/2026-11-20-abc.eml`)).text();
  expect(mail).toContain('href="http://localhost:3000/auth/v1/verify?token=abc"');
});

test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['forwarded', 'for=203.0.113.7'],
  ['via', '1.1 proxy'],
  ['x-forwarded-proto', 'https'],
  ['cf-connecting-ip', '203.0.113.7'],
  ['true-client-ip', '203.0.113.7'],
])('what came through a proxy (%s) finds nothing', async (name, value) => {
  const response = await fetch(`${server().url}/dev/mail`, { headers: { [name]: value } });
  expect(response.status).toBe(404);
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
  const response = await fetch(`${server().url}/dev/mail/${name}`);
  expect(await response.text()).not.toContain('SUPABASE_SECRET_KEY');
});

test('behind a public address there is no such page', async () => {
  const response = await fetch(`${publicServer().url}/dev/mail`);
  expect(await response.text().catch(() => '')).not.toContain('ada@example.com');
});
