/** Signed links: good for one file, one purpose and some time. */
import { createHmac, randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { claimAccount } from '../../src/protocols/auth/claim/claim-account.ts';
import { lockUser } from '../../src/protocols/auth/store/users.ts';
import { createLinks } from '../../src/protocols/storage/links/links.ts';
import { addFile } from '../product/add-file.ts';
import { clientOf, createPage, signUp } from '../product/people.ts';
import { useFilesServer } from './files-server.ts';

const opened = useFilesServer();
const files = () => opened().ada.client.storage.from('files');
const home = () => opened().ada.id;

async function put(name: string, text: string): Promise<string> {
  const { error } = await files().upload(`${home()}/${name}`, text, {
    contentType: 'text/plain',
    upsert: true,
  });
  if (error) throw error;
  return `${home()}/${name}`;
}

async function tokenFor(name: string, seconds = 60): Promise<string> {
  const { data } = await files().createSignedUrl(name, seconds);
  return new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
}

const read = async (name: string, token: string) => {
  const answer = await fetch(`${opened().url}/object/sign/files/${name}?token=${token}`);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('who has a link reads the one file, until it expires, also as a download', async () => {
  const name = await put('linked file (1).txt', 'linked');
  const { data } = await files().createSignedUrl(name, 60, { download: 'x.txt' });
  const answer = await fetch(data?.signedUrl ?? '');
  expect([answer.status, await answer.text()]).toEqual([200, 'linked']);
  expect(answer.headers.get('content-disposition')).toContain('x.txt');
  expect(Date.parse(answer.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
  const { data: many } = await files().createSignedUrls([name, `${home()}/none`], 60);
  expect(await (await fetch(many?.[0]?.signedUrl ?? '')).text()).toBe('linked');
  expect(many?.[1]?.error).toBe('Either the object does not exist or you do not have access to it');
});

test('a link is refused for another file, another purpose, when it is forged and when it has expired', async () => {
  const [name, other] = [await put('a.txt', 'a'), await put('b.txt', 'b')];
  const token = await tokenFor(name);
  expect(await read(name, token)).toMatchObject({ status: 200, text: 'a' });
  expect(await read(other, token)).toMatchObject({
    status: 400,
    text: expect.stringContaining('InvalidSignature'),
  });
  const upload = await fetch(`${opened().url}/object/upload/sign/files/${name}?token=${token}`, {
    method: 'PUT',
    body: 'x',
  });
  expect(await upload.json()).toMatchObject({
    code: 'InvalidSignature',
    message: 'Token is not scoped for upload',
  });
  const { data } = await files().createSignedUploadUrl(`${home()}/c.txt`);
  const crossed = await read(`${home()}/c.txt`, data?.token ?? '');
  expect(crossed).toMatchObject({ status: 400, text: expect.stringContaining('not scoped for download') });
  const claims = { url: `files/${name}`, scope: 'download' };
  const signed = (key: Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(key);
  expect(await read(name, await signed(Buffer.from(opened().server.secrets.publishableKey)))).toMatchObject({
    status: 400,
  });
  expect(await read(name, `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`)).toMatchObject({
    status: 400,
  });
  const { secretKey } = opened().server.secrets;
  const expired = await createLinks(secretKey).signDownload({ bucket: 'files', name }, -5, { role: 'anon' });
  expect(await read(name, expired)).toMatchObject({
    status: 400,
    text: expect.stringContaining('InvalidJWT'),
  });
  expect((await read(name, '')).status).toBe(400);
});

test('an upload link takes one file, by somebody without an account, for its maker', async () => {
  const name = `${home()}/from-outside.txt`;
  const { data } = await files().createSignedUploadUrl(name);
  const send = (body: string, to = name) =>
    fetch(`${opened().url}/object/upload/sign/files/${to}?token=${data?.token}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'text/plain' },
    });
  expect((await send('x', `${home()}/elsewhere.txt`)).status).toBe(400);
  expect(await (await send('first')).json()).toEqual({ Key: `files/${name}` });
  expect(await (await send('second')).json()).toMatchObject({ statusCode: '409' });
  expect(await (await files().download(name)).data?.text()).toBe('first');
});

test('an upload link that may replace a file does so once, however often it is sent at a time', async () => {
  const name = await put('replaced.txt', 'old');
  const { data } = await files().createSignedUploadUrl(name, { upsert: true });
  const send = (text: string) => files().uploadToSignedUrl(name, data?.token ?? '', text);
  const answers = await Promise.all(['one', 'two', 'three'].map(send));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  const late = await send('late');
  expect(late.error).toMatchObject({ message: 'The link has been used: each is good for one upload' });
  expect(['one', 'two', 'three']).toContain(await (await files().download(name)).data?.text());
});

/** Max, who belongs to Mia's workspace, and a file of a page there. */
async function memberWithFile() {
  const { server } = opened();
  const [mia, max] = [await signUp(server, 'Mia'), await signUp(server, 'Max')];
  const page = await createPage(mia);
  await server.database.asOwner((transaction) =>
    transaction.query({
      text: "insert into public.organization_members (organization_id, user_id, role, status) values ($1, $2, 'member', 'active')",
      values: [mia.workspaceId, max.id],
    }),
  );
  const { id, objectName } = await addFile(mia, page.id);
  const written = await mia.client
    .from('pages')
    .update({ content: `![](/files/${id}/a.png)` })
    .eq('id', page.id);
  if (written.error) throw written.error;
  return { mia, max, page, objectName, bucket: max.client.storage.from('page-files') };
}

test('a link to a page’s file reads it while its maker may', async () => {
  const { mia, max, page, objectName, bucket } = await memberWithFile();
  const whole = await bucket.createSignedUrl(objectName, 3600);
  const small = await bucket.createSignedUrl(objectName, 3600, { transform: { width: 1 } });
  const programs = await opened().service.storage.from('page-files').createSignedUrl(objectName, 3600);
  const addresses = [whole, small].map(({ data }) => String(data?.signedUrl));
  const statuses = async () => Promise.all(addresses.map(async (address) => (await fetch(address)).status));
  expect(await statuses()).toEqual([200, 200]);
  await mia.client.from('pages').update({ visibility: 'private' }).eq('id', page.id);
  expect(await statuses()).toEqual([400, 400]);
  await mia.client.from('pages').update({ visibility: 'workspace' }).eq('id', page.id);
  expect(await statuses()).toEqual([200, 200]);
  const { admin } = opened().service.auth;
  await admin.updateUserById(max.id, { ban_duration: '1h' });
  expect(await statuses()).toEqual([400, 400]);
  await admin.updateUserById(max.id, { ban_duration: 'none' });
  expect(await statuses()).toEqual([200, 200]);
  await mia.client.from('organization_members').delete().eq('user_id', max.id);
  expect(await statuses()).toEqual([400, 400]);
  const token = String(whole.data?.signedUrl).split('token=')[1] ?? '';
  expect(decodeJwt(token)).toMatchObject({ maker: { role: 'authenticated', sub: max.id, aal: 'aal1' } });
  expect((await fetch(String(programs.data?.signedUrl))).status).toBe(200);
  // A link of an earlier version does not say who made it.
  const key = createHmac('sha256', opened().server.secrets.secretKey).update('signs links to files').digest();
  const unsigned = new SignJWT({ url: `page-files/${objectName}`, scope: 'download' });
  const earlier = await unsigned.setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(key);
  const answer = await fetch(`${opened().url}/object/sign/page-files/${objectName}?token=${earlier}`);
  expect(await answer.json()).toMatchObject({ code: 'InvalidJWT' });
});

test('links to a page’s files end when somebody else turns out to own the account that made them', async () => {
  const { max, page, objectName, bucket } = await memberWithFile();
  const { data: reading } = await bucket.createSignedUrl(objectName, 3600);
  const announced = { page_id: page.id, name: 'b.txt', media_type: 'text/plain', bytes: 1 };
  const { data: file } = await max.client.rpc('add_page_file', { ...announced, file_id: randomUUID() });
  const { object_name: name } = file as { object_name: string };
  const { data: writing } = await bucket.createSignedUploadUrl(name);
  await opened().server.database.asOwner(async (transaction) => {
    const user = await lockUser(transaction, max.id);
    if (user) await claimAccount(transaction, user);
  });
  expect((await fetch(String(reading?.signedUrl))).status).toBe(400);
  const upload = await opened()
    .service.storage.from('page-files')
    .uploadToSignedUrl(name, writing?.token ?? '', 'x');
  expect(upload.error).toMatchObject({ status: 400 });
  // Its new owner makes links as before.
  const { data: sent } = await opened().service.auth.admin.generateLink({
    type: 'magiclink',
    email: max.email,
  });
  const client = clientOf(opened().server, opened().server.secrets.publishableKey);
  await client.auth.verifyOtp({ type: 'email', token_hash: sent.properties?.hashed_token ?? '' });
  const { data: own } = await client.storage.from('page-files').createSignedUrl(objectName, 3600);
  expect((await fetch(String(own?.signedUrl))).status).toBe(200);
});

test('a link to upload a page’s file is of use while its maker may upload it', async () => {
  const { mia, max, page, bucket } = await memberWithFile();
  const announced = { page_id: page.id, name: 'b.txt', media_type: 'text/plain', bytes: 1 };
  const links = await Promise.all(
    ['one', 'two', 'parts'].map(async () => {
      const { data } = await max.client.rpc('add_page_file', { ...announced, file_id: randomUUID() });
      const { object_name: name } = data as { object_name: string };
      const { data: link } = await bucket.createSignedUploadUrl(name);
      return { name, token: link?.token ?? '' };
    }),
  );
  const send = async (at: number) => {
    const { name = '', token = '' } = links[at] ?? {};
    const { error } = await opened().service.storage.from('page-files').uploadToSignedUrl(name, token, 'x');
    return error?.message;
  };
  expect(await send(0)).toBeUndefined();
  await mia.client.from('organization_members').delete().eq('user_id', max.id);
  expect(await send(1)).toContain('row-level security');
  const { name = '', token = '' } = links[2] ?? {};
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const parts = await fetch(`${opened().url}/upload/resumable/sign`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '1',
      'upload-metadata': `bucketName ${base64('page-files')},objectName ${base64(name)}`,
      'x-signature': token,
    },
  });
  expect([parts.status, await parts.text()]).toEqual([403, expect.stringContaining('row-level security')]);
});
