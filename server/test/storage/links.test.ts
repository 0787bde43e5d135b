/** Signed links: good for one file, one purpose and some time. */
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createLinks } from '../../src/protocols/storage/links/links.ts';
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
  const expired = await createLinks(secretKey).signDownload({ bucket: 'files', name }, -5);
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
