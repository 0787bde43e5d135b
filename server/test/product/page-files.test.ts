/** The files of pages on the running server: who gets the bytes, who sees them on public pages, and when they are gone. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { useTestServer } from '../support/test-server.ts';
import { addFile, PIXEL } from './add-file.ts';
import { Browser, base64 } from './document-browser.ts';
import { createPage, type Person, signUp } from './people.ts';

const server = useTestServer();
let mia: Person;
let max: Person;

beforeAll(async () => {
  mia = await signUp(server(), 'Mia');
  max = await signUp(server(), 'Max');
});

async function write(person: Person, page: string, change: Record<string, unknown>): Promise<void> {
  const { error } = await person.client.from('pages').update(change).eq('id', page);
  if (error) throw error;
}

async function reads(person: Person, objectName: string): Promise<boolean> {
  const { data } = await person.client.storage.from('page-files').download(objectName);
  return data !== null && Buffer.from(await data.arrayBuffer()).equals(PIXEL);
}

async function collect(key = server().secrets.secretKey): Promise<Response> {
  return fetch(`${server().url}/functions/v1/page-files/collect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
}

async function bytesKept(): Promise<number> {
  const folder = path.join(server().config.dataDir, 'storage');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

async function used(person: Person): Promise<number> {
  const { data, error } = await person.client.rpc('workspace_file_bytes', {
    organization_id: person.workspaceId,
  });
  if (error) throw error;
  return Number((data as { used: number }[])[0]?.used);
}

test('the bytes go to whoever reads a page that uses them, and to nobody else', async () => {
  const page = await createPage(mia);
  const { id, objectName } = await addFile(mia, page.id);
  expect(await reads(mia, objectName)).toBe(true);
  await write(mia, page.id, { content: `![A](/files/${id}/A.png)` });
  expect(await reads(mia, objectName)).toBe(true);
  expect(await reads(max, objectName)).toBe(false);

  const { error } = await max.client.storage.from('page-files').upload(`${max.workspaceId}/x`, PIXEL);
  expect(error?.message).toBe('new row violates row-level security policy');
  const again = await mia.client.storage.from('page-files').upload(objectName, PIXEL);
  expect(again.error?.message).toBe('The resource already exists');
});

test('bytes that are not those announced are refused', async () => {
  const page = await createPage(mia);
  const { data } = await mia.client.rpc('add_page_file', {
    page_id: page.id,
    file_id: randomUUID(),
    name: 'a.txt',
    media_type: 'text/plain',
    bytes: 3,
  });
  const { object_name: objectName } = data as { object_name: string };
  const files = mia.client.storage.from('page-files');
  const { error } = await files.upload(objectName, Buffer.from('four'), { contentType: 'text/plain' });
  expect(error?.message).toBe('The file was announced with 3 bytes and has 4');
  expect(
    (await files.upload(objectName, Buffer.from('abc'), { contentType: 'text/plain' })).error,
  ).toBeNull();
});

test('what nothing uses frees its room at once, and its bytes with the next collection', async () => {
  const before = { bytes: await bytesKept(), used: await used(mia) };
  const page = await createPage(mia);
  const { id, objectName } = await addFile(mia, page.id);
  await write(mia, page.id, { content: `![A](/files/${id}/A.png)` });
  expect(await used(mia)).toBe(before.used + PIXEL.length);
  await write(mia, page.id, { is_archived: true });
  expect(await reads(mia, objectName)).toBe(true);
  const { error } = await mia.client.rpc('delete_page_for_good', { page_id: page.id });
  expect(error).toBeNull();
  expect(await used(mia)).toBe(before.used);
  expect(await reads(mia, objectName)).toBe(false);

  expect((await collect(server().secrets.publishableKey)).status).toBe(403);
  expect(await bytesKept()).toBe(before.bytes + 1);
  const answer = await collect();
  expect(await answer.json()).toEqual({ data: { deleted: 1 } });
  await expect.poll(bytesKept).toBe(before.bytes);
  expect(await (await collect()).json()).toEqual({ data: { deleted: 0 } });
});

test('a collection that died between two steps is finished by the next one', async () => {
  const page = await createPage(mia);
  const [first, second] = [await addFile(mia, page.id), await addFile(mia, page.id)];
  await write(mia, page.id, { content: `![](/files/${first.id}/a.png) ![](/files/${second.id}/b.png)` });
  await write(mia, page.id, { is_archived: true });
  await mia.client.rpc('delete_page_for_good', { page_id: page.id });
  // The first file is only marked; the bytes of the other are deleted, too, and its row is still there.
  const { database } = server();
  const remove = await fetch(`${server().url}/storage/v1/object/page-files`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${server().secrets.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [first.objectName] }),
  });
  expect(remove.status).toBe(200);
  const rows = async () => {
    const found = await database.asOwner((transaction) =>
      transaction.query<{ id: string }>({
        text: 'select id from public.page_files where id = any($1)',
        values: [[first.id, second.id]],
      }),
    );
    return found.rows.length;
  };
  expect(await rows()).toBe(2);
  expect(await (await collect()).json()).toEqual({ data: { deleted: 2 } });
  expect(await rows()).toBe(0);
});

test('an account that is deleted takes the files along that it alone could read', async () => {
  const eve = await signUp(server(), 'Eve');
  const page = await createPage(eve, { visibility: 'private' });
  const { id } = await addFile(eve, page.id);
  await write(eve, page.id, { content: `![A](/files/${id}/A.png)` });
  const gone = await eve.client.rpc('delete_my_account', { organizations_to_delete: [eve.workspaceId] });
  expect(gone.error).toBeNull();
  expect(await (await collect()).json()).toEqual({ data: { deleted: 1 } });
});

/** The file is in a private page of the owner's. */
async function colleagues() {
  const [owner, member] = [await signUp(server(), 'Owner'), await signUp(server(), 'Member')];
  const { data } = await owner.client.rpc('create_join_link', { organization_id: owner.workspaceId });
  await member.client.rpc('accept_invitation', { token: (data as { token: string }[])[0]?.token });
  const diary = await createPage(owner, { visibility: 'private' });
  const { id, objectName } = await addFile(owner, diary.id);
  await write(owner, diary.id, { content: `![A](/files/${id})` });
  return { owner, member, id, objectName };
}

test.each([
  ['brings its name without the texts', {}, false],
  ['brings its name, and sends other texts', { texts: { content: '' } }, false],
  ['brings its name in two parts', {}, true],
  ['brings it among more names than are looked at', { isLong: true }, false],
])(
  'nobody gives a page a private file for somebody who %s',
  async (_, { isLong = false, ...sent }: { isLong?: boolean; texts?: object }, inParts) => {
    const { owner, member, id, objectName } = await colleagues();
    const page = await createPage(owner);
    const link = `![A](/files/${id}) `;
    const theirs = await Browser.open(member, page.id);
    if (isLong) theirs.type(Array.from({ length: 1100 }, () => randomUUID()).join(' '));
    theirs.type(inParts ? link.slice(0, 20) : link);
    await theirs.save({ texts: null, ...sent });
    if (inParts) {
      theirs.type(link.slice(20), 20);
      await theirs.save({ texts: null });
    }
    const own = await Browser.open(owner, page.id);
    own.type('words ');
    expect((await own.save()).is_written).toBe(true);
    expect(await reads(member, objectName)).toBe(false);
    // Their owner may bring it.
    const other = await createPage(owner);
    const shared = await Browser.open(owner, other.id);
    shared.type(link);
    await shared.save();
    expect(await reads(member, objectName)).toBe(true);
  },
);

test.each([
  ['cut and pasted', (page: Browser, planted: string) => page.type(`more ${planted}`)],
  ['put back with a letter more', (page: Browser, planted: string) => page.type(`${planted}!`)],
])('a name that gave nothing gives nothing when it comes back into the document, %s', async (_, putBack) => {
  const { owner, member, id, objectName } = await colleagues();
  const planted = `![A](/files/${id})`;
  const page = await createPage(owner, { content: 'Words' });
  const theirs = await Browser.open(member, page.id);
  theirs.type(planted);
  await theirs.save();
  // From now on the document does not tell who wrote it.
  await compact(await Browser.open(owner, page.id));
  const own = await Browser.open(owner, page.id);
  own.document.getText('content').delete(0, planted.length);
  await own.save();
  await compact(own);
  putBack(own, planted);
  expect((await own.save()).is_written).toBe(true);
  expect(await reads(member, objectName)).toBe(false);
});

/** Puts a state in place of the document's updates. */
async function compact({ person, pageId, epoch, number, document }: Browser): Promise<void> {
  const state = base64(Y.encodeStateAsUpdate(document));
  const { data, error } = await person.client.rpc('compact_page_document', {
    page_id: pageId,
    epoch,
    up_to: number,
    state,
  });
  if (error) throw error;
  expect(data).toBe(true);
}
