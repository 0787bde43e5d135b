/** The id of a page that is brought from Notion is the same for whoever brings it, and nobody else can tell it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPage, type Person, signUp } from '../product/people.ts';
import { type NotionStandIn, startNotionStandIn } from '../support/notion-stand-in/notion-stand-in.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let notion: NotionStandIn;
let server: TestServer;
let mia: Person;

beforeAll(async () => {
  notion = await startNotionStandIn();
  server = await startTestServer({ notion: { apiUrl: notion.url, clientId: undefined } });
  mia = await signUp(server, 'Mia');
  await call('notion-oauth/token', { token: notion.state.makeInternalToken() });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await notion[Symbol.asyncDispose]();
});

async function call(name: string, body: object) {
  const { data, error } = await mia.client.functions.invoke(name, {
    body: { workspaceId: mia.workspaceId, ...body },
  });
  if (error) throw error;
  return data.data;
}

/** As one makes a UUID of a text: with what somebody who has left the workspace still knows. */
function guess(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

test('a stranger who takes the id that they guess keeps no page from coming', async () => {
  const remote = notion.pages.add('Plan', 'text');
  const eve = await signUp(server, 'Eve');
  await createPage(eve, { id: guess(`notion page ${remote.id} in ${mia.workspaceId}`) });
  await createPage(eve, { id: guess(`${remote.id} in ${mia.workspaceId}`), order_index: 2 });
  expect(await call('notion-sync/import', { notionPageId: remote.id })).toMatchObject({ status: 'imported' });
});
