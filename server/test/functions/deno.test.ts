/** The functions under Deno, as Supabase runs them: the same files, with packages from the registry's own names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { addFile, PIXEL } from '../product/add-file.ts';
import { createPage, signUp } from '../product/people.ts';
import { startNotionStandIn } from '../support/notion-stand-in/notion-stand-in.ts';
import { useTestServer } from '../support/test-server.ts';

const FUNCTIONS = fileURLToPath(new URL('../../../supabase/functions', import.meta.url));
const DENO = path.join(path.dirname(createRequire(import.meta.url).resolve('deno/package.json')), 'bin.cjs');

const server = useTestServer();
const started: ChildProcess[] = [];

afterEach(() => {
  // The package starts Deno as a process of its own, which does not end with it.
  for (const { pid } of started.splice(0)) if (pid !== undefined) process.kill(-pid);
});

/** @param environment what the operator sets besides */
async function serveUnderDeno(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { url, config, secrets } = server();
  const port = await freePort();
  const folder = path.join(FUNCTIONS, name);
  const child = spawn(
    process.execPath,
    [
      DENO,
      'serve',
      ...['--no-lock', '--node-modules-dir=manual', '--allow-env', '--allow-net=127.0.0.1'],
      ...[`--config=${path.join(folder, 'deno.json')}`, '--host=127.0.0.1', `--port=${port}`],
      path.join(folder, 'index.ts'),
    ],
    {
      env: {
        PATH: process.env.PATH,
        HOME: config.dataDir,
        DENO_DIR: path.join(config.dataDir, 'deno'),
        SUPABASE_URL: url,
        SUPABASE_ANON_KEY: secrets.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
        SITE_URL: config.siteUrl,
        ENCRYPTION_KEY: secrets.encryptionKeys.join(','),
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  started.push(child);
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  await expect.poll(() => written).toContain('Listening');
  return `http://127.0.0.1:${port}`;
}

test('a public page is answered as under Node', async () => {
  const { url, secrets } = server();
  const mia = createClient(url, secrets.publishableKey, { auth: { persistSession: false } });
  await mia.auth.signUp({ email: 'mia@example.test', password: 'correct horse' });
  const { data: members } = await mia.from('organization_members').select('organization_id, user_id');
  const [member] = members ?? [];
  const id = randomUUID();
  const { error } = await mia.from('pages').insert({
    id,
    name: 'Under Deno',
    content: '# Yes\n\n[x](javascript:1) <https://example.com>',
    visibility: 'public',
    organization_id: member?.organization_id,
    created_by: member?.user_id,
    order_index: 1,
  });
  expect(error).toBeNull();

  const deno = await serveUnderDeno('public-page');
  for (const [path, status] of [
    [id, 200],
    [randomUUID(), 404],
  ] as const) {
    const [theirs, ours] = await Promise.all([
      fetch(`${deno}/public-page/${path}`),
      fetch(`${url}/functions/v1/public-page/${path}`),
    ]);
    expect(theirs.status).toBe(status);
    expect(theirs.headers.get('content-security-policy')).toBe(ours.headers.get('content-security-policy'));
    expect(await theirs.text()).toBe(await ours.text());
  }
});

test('a workspace connects to Notion, and each host reads texts that the other encrypted', async () => {
  const { url, secrets } = server();
  await using notion = await startNotionStandIn();
  const ann = await signUp(server(), 'Ann');
  const { data } = await ann.client.auth.getSession();
  const deno = await serveUnderDeno('notion-oauth', { NOTION_API_URL: notion.url });
  const ask = async (host: string, path: string, body?: object) => {
    const answer = await fetch(`${host}/notion-oauth/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: secrets.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const { workspaceId } = ann;
  const token = notion.state.makeInternalToken();
  expect(await ask(deno, 'token', { workspaceId, token: 'ntn_012345678901234567890' })).toMatchObject({
    status: 422,
    body: { code: 'token_refused' },
  });
  expect(await ask(deno, 'token', { workspaceId, token })).toEqual({
    status: 200,
    body: { data: { connected: true, workspaceName: 'Acme Notes' } },
  });
  const connected = { connected: true, workspaceName: 'Acme Notes', needsReconnect: false };
  for (const host of [deno, `${url}/functions/v1`])
    expect((await ask(host, `status?workspaceId=${workspaceId}`)).body.data).toMatchObject(connected);
  expect((await ask(`${url}/functions/v1`, 'disconnect', { workspaceId })).status).toBe(200);
  expect((await ask(deno, `status?workspaceId=${workspaceId}`)).body.data).toMatchObject({
    connected: false,
  });
});

test('pages are synced with Notion', async () => {
  await using notion = await startNotionStandIn();
  const ann = await signUp(server(), 'Ann');
  const { data } = await ann.client.auth.getSession();
  const ask = async (name: string, path: string, body: object) => {
    const host = await serveUnderDeno(name, { NOTION_API_URL: notion.url });
    const answer = await fetch(`${host}/${name}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
      body: JSON.stringify({ workspaceId: ann.workspaceId, ...body }),
    });
    return await answer.json();
  };
  await ask('notion-oauth', '/token', { token: notion.state.makeInternalToken() });
  const remote = notion.pages.add('Plan', 'one\ntwo');
  const page = await createPage(ann, { notion_page_id: remote.id, notion_direction: 'both' });
  expect(await ask('notion-sync', '', {})).toMatchObject({ data: { synced: 1, total: 1, remaining: 0 } });
  const { data: row } = await ann.client.from('pages').select('name, content').eq('id', page.id).single();
  expect(row).toEqual({ name: 'Plan', content: 'one\n\ntwo' });
});

test('people are invited, and mailed', async () => {
  await using mailbox = await startMailServer();
  const ann = await signUp(server(), 'Ann');
  const { data } = await ann.client.auth.getSession();
  const deno = await serveUnderDeno('invitations', {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Trellis <no-reply@example.com>',
  });
  const ask = async (emails: readonly string[], token = data.session?.access_token) => {
    const answer = await fetch(`${deno}/invitations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ organizationId: ann.workspaceId, emails }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const { body } = await ask(['grace@example.com']);
  expect(body).toMatchObject({ data: [{ email: 'grace@example.com', isMember: false, isMailed: true }] });
  expect(mailbox.acceptedFor('grace@example.com')[0]?.text).toContain(body.data[0].link);
  expect(await ask(['grace@example.com'], 'e30.e30.e30')).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  });
});

test('files that nothing uses are collected, and a public page’s picture is sent', async () => {
  const { url, secrets } = server();
  const ann = await signUp(server(), 'Ann');
  const page = await createPage(ann, { visibility: 'public' });
  const [kept, unused] = [await addFile(ann, page.id), await addFile(ann, page.id)];
  const names = (...files: readonly { id: string }[]) =>
    files.map(({ id }) => `![](/files/${id}/a.png)`).join('\n\n');
  const write = (change: object) => ann.client.from('pages').update(change).eq('id', page.id);
  expect((await write({ content: names(kept) })).error).toBeNull();
  const other = await createPage(ann, { content: names(unused) });
  await ann.client.from('pages').update({ is_archived: true }).eq('id', other.id);
  expect((await ann.client.rpc('delete_page_for_good', { page_id: other.id })).error).toBeNull();

  const collector = await serveUnderDeno('page-files');
  const collect = (key: string) =>
    fetch(`${collector}/page-files/collect`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
  expect((await collect(secrets.publishableKey)).status).toBe(403);
  expect(await (await collect(secrets.secretKey)).json()).toEqual({ data: { deleted: 1 } });
  const { storage } = createClient(url, secrets.secretKey, { auth: { persistSession: false } });
  expect((await storage.from('page-files').exists(kept.objectName)).data).toBe(true);
  expect((await storage.from('page-files').exists(unused.objectName)).data).toBe(false);

  const reader = await serveUnderDeno('public-page');
  const picture = (host: string) => fetch(`${host}/public-page/${page.id}/files/${kept.id}/a.png`);
  const [theirs, ours] = await Promise.all([picture(reader), picture(`${url}/functions/v1`)]);
  expect([theirs.status, theirs.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await theirs.arrayBuffer()).equals(PIXEL)).toBe(true);
  expect(theirs.headers.get('content-security-policy')).toBe(ours.headers.get('content-security-policy'));
});
