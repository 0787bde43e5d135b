/** Files by the real client: what goes in comes out, and the policies decide for whom. */
import { expect, test } from 'vitest';
import { useFilesServer } from './files-server.ts';

const opened = useFilesServer();
const files = (who: 'ada' | 'bob', bucket = 'files') => opened()[who].client.storage.from(bucket);
const home = () => opened().ada.id;
const TEXT = 'Grüße, wie immer.';

async function put(name: string, text = TEXT): Promise<string> {
  const { error } = await files('ada').upload(name, text, { contentType: 'text/plain', upsert: true });
  if (error) throw error;
  return name;
}
const textOf = async (name: string) => (await files('ada').download(name)).data?.text();

test('a file comes back as it was uploaded, as a body and as a form', async () => {
  const name = `${home()}/notes/a & b.txt`;
  const options = { contentType: 'text/plain; charset=utf-8', metadata: { by: 'Ada' } };
  const raw = await files('ada').upload(name, TEXT, options);
  expect(raw).toMatchObject({ error: null, data: { fullPath: `files/${name}`, path: name } });
  expect(await textOf(name)).toBe(TEXT);
  const blob = new Blob([TEXT], { type: 'text/markdown' });
  const form = await files('ada').upload(`${home()}/form.txt`, blob, {
    cacheControl: '60',
    metadata: { by: 'a form' },
  });
  expect(form.error).toBeNull();
  expect((await files('ada').info(`${home()}/form.txt`)).data).toMatchObject({
    contentType: 'text/markdown',
    cacheControl: 'max-age=60',
    size: Buffer.byteLength(TEXT),
    metadata: { by: 'a form' },
    bucketId: 'files',
  });
  expect(await textOf(`${home()}/form.txt`)).toBe(TEXT);
  const empty = await files('ada').upload(`${home()}/empty.txt`, '', { contentType: 'text/plain' });
  expect(empty.error).toBeNull();
  expect((await files('ada').download(`${home()}/empty.txt`)).data?.size).toBe(0);
});

test('a second upload of a name is refused, unless it is to replace the first', async () => {
  const name = await put(`${home()}/twice.txt`, 'first');
  const again = await files('ada').upload(name, 'second');
  expect(again.error).toMatchObject({
    message: 'The resource already exists',
    statusCode: '409',
    status: 400,
  });
  expect(await textOf(name)).toBe('first');
  expect((await files('ada').update(name, 'third', { contentType: 'text/plain' })).error).toBeNull();
  expect(await textOf(name)).toBe('third');
  // Two at once: one of them wins, whole.
  const texts = ['x'.repeat(300_000), 'y'.repeat(300_000)];
  await Promise.all(texts.map((text) => files('ada').update(name, text)));
  expect(texts).toContain(await textOf(name));
});

test('whoever reads while a file is replaced gets one of its contents, whole', async () => {
  const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(400_000));
  const name = await put(`${home()}/changing.txt`, contents[0]);
  let isWriting = true;
  const writing = (async () => {
    for (const content of [...contents, ...contents, ...contents]) await put(name, content);
    isWriting = false;
  })();
  const read = async () => {
    let reads = 0;
    for (; isWriting; reads++) expect(contents).toContain(await textOf(name));
    return reads;
  };
  const [reads = 0] = await Promise.all([read(), read(), writing]);
  expect(reads).toBeGreaterThan(0);
});

test('lists go by folder, page by page', async () => {
  for (const name of ['one.txt', 'two.txt', 'deep/three.txt']) await put(`${home()}/list/${name}`);
  const { data } = await files('ada').list(`${home()}/list`, { sortBy: { column: 'name', order: 'desc' } });
  expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
    ['two.txt', true],
    ['one.txt', true],
    ['deep', false],
  ]);
  const found: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await files('ada').listV2({
      prefix: `${home()}/list/`,
      limit: 1,
      with_delimiter: true,
      sortBy: { column: 'created_at', order: 'desc' },
      ...(cursor && { cursor }),
    });
    expect(page.error).toBeNull();
    found.push(...[...(page.data?.folders ?? []), ...(page.data?.objects ?? [])].map(({ name }) => name));
    cursor = page.data?.nextCursor;
    more = page.data?.hasNext ?? false;
  }
  expect(found).toEqual(['deep/', 'two.txt', 'one.txt'].map((name) => `${home()}/list/${name}`));
  const flat = await files('ada').listV2({ prefix: `${home()}/list/`, limit: 2 });
  expect(flat.data?.objects.map(({ name }) => name)).toEqual([
    `${home()}/list/deep/three.txt`,
    `${home()}/list/one.txt`,
  ]);
});

test('files are moved, copied, looked for and removed', async () => {
  const name = await put(`${home()}/from.txt`);
  await put(`${home()}/taken.txt`, 'taken');
  const [to, copied] = [`${home()}/moved/to.txt`, `${home()}/copied.txt`];
  const taken = await files('ada').move(name, `${home()}/taken.txt`);
  expect(taken.error).toMatchObject({ statusCode: '409' });
  expect((await files('ada').move(name, to)).data).toMatchObject({ message: 'Successfully moved' });
  expect((await files('ada').exists(name)).data).toBe(false);
  expect((await files('ada').copy(to, copied)).data).toMatchObject({ path: `files/${copied}` });
  expect((await files('ada').copy(to, copied)).error).toMatchObject({ statusCode: '409' });
  expect([await textOf(to), await textOf(copied)]).toEqual([TEXT, TEXT]);
  const removed = await files('ada').remove([to, copied, `${home()}/no such file`]);
  expect(removed.data?.map((row) => row.name).sort()).toEqual([copied, to].sort());
  expect((await files('ada').exists(copied)).data).toBe(false);
  expect((await files('ada').download(to)).error).toMatchObject({ message: 'Object not found', status: 400 });
});

test('nobody reads, replaces, moves, signs or removes another’s file, or writes into their folder', async () => {
  const name = await put(`${home()}/secret.txt`, 'secret');
  const own = `${opened().bob.id}/mine.txt`;
  await files('bob').upload(own, 'mine');
  const missing = { status: 400, statusCode: '404' };
  const denied = { status: 400, statusCode: '403' };
  expect((await files('bob').download(name)).error).toMatchObject(missing);
  expect((await files('bob').info(name)).error).toMatchObject(missing);
  expect((await files('bob').createSignedUrl(name, 60)).error).toMatchObject(missing);
  expect((await files('bob').createSignedUrls([name], 60)).data).toMatchObject([{ signedURL: null }]);
  expect((await files('bob').list(home())).data).toEqual([]);
  expect((await files('bob').listV2({ prefix: home() })).data?.objects).toEqual([]);
  expect((await files('bob').upload(name, 'x', { upsert: true })).error).toMatchObject(denied);
  expect((await files('bob').upload(`${home()}/new.txt`, 'x')).error).toMatchObject(denied);
  expect((await files('bob').createSignedUploadUrl(`${home()}/new.txt`)).error).toMatchObject(denied);
  expect((await files('bob').move(name, `${opened().bob.id}/x.txt`)).error).toMatchObject(missing);
  expect((await files('bob').copy(name, `${opened().bob.id}/x.txt`)).error).toMatchObject(missing);
  expect((await files('bob').move(own, `${home()}/gift.txt`)).error).toMatchObject(denied);
  expect((await files('bob').copy(own, `${home()}/gift.txt`)).error).toMatchObject(denied);
  expect((await files('bob').remove([name])).data).toEqual([]);
  expect(await textOf(name)).toBe('secret');
  const anonymous = await fetch(`${opened().url}/object/files/${name}`);
  expect(await anonymous.json()).toMatchObject({ error: 'Bucket not found', statusCode: '404' });
  const { data } = await opened().service.storage.from('files').download(name);
  expect(await data?.text()).toBe('secret');
});

test('a text with a NUL character is refused in a sentence, wherever it comes', async () => {
  const { client } = opened().ada;
  const name = `${home()}/a\0b.txt`;
  const there = await put(`${home()}/nul.txt`);
  const refusals = {
    list: await files('ada').list(`${home()}\0`),
    search: await files('ada').list(home(), { search: 'a\0b' }),
    'list in pages': await files('ada').listV2({ prefix: `${home()}\0` }),
    upload: await files('ada').upload(name, TEXT),
    metadata: await files('ada').upload(`${home()}/m.txt`, TEXT, { metadata: { by: 'A\0da' } }),
    move: await files('ada').move(there, name),
    copy: await files('ada').copy(there, name),
    remove: await files('ada').remove([name]),
    sign: await files('ada').createSignedUrl(name, 60),
    'sign several': await files('ada').createSignedUrls([name], 60),
    'sign an upload': await files('ada').createSignedUploadUrl(name),
    bucket: await client.storage.createBucket('a\0b'),
  };
  const sentences = [/NUL character/, /^Invalid key: /, /^Bucket name invalid$/];
  for (const [way, { error }] of Object.entries(refusals))
    expect(
      sentences.some((sentence) => sentence.test(error?.message ?? '')),
      `${way}: ${error?.message}`,
    ).toBe(true);
});

test('only those whom the policies let manage buckets, and full ones stay', async () => {
  const { ada, service } = opened();
  expect((await ada.client.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' });
  expect((await ada.client.storage.listBuckets()).data).toEqual([]);
  expect((await ada.client.storage.emptyBucket('files')).error).toMatchObject({ statusCode: '404' });
  expect((await ada.client.storage.deleteBucket('open')).error).toMatchObject({ statusCode: '404' });
  expect((await service.storage.createBucket('files')).error).toMatchObject({
    message: 'The resource already exists',
  });
  expect((await service.storage.createBucket('a/b')).error).toMatchObject({ message: 'Bucket name invalid' });
  await service.storage.createBucket('passing', { public: false });
  const change = { public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] };
  expect((await service.storage.updateBucket('passing', change)).data).toEqual({
    message: 'Successfully updated',
  });
  expect((await service.storage.getBucket('passing')).data).toMatchObject({
    public: true,
    file_size_limit: 1_000_000,
    allowed_mime_types: ['image/*'],
  });
  await service.storage.updateBucket('passing', { public: true, allowedMimeTypes: null });
  await service.storage.from('passing').upload('a.txt', 'a');
  expect((await service.storage.deleteBucket('passing')).error).toMatchObject({ statusCode: '409' });
  expect((await service.storage.emptyBucket('passing')).error).toBeNull();
  expect((await service.storage.deleteBucket('passing')).error).toBeNull();
  expect((await service.storage.getBucket('passing')).error).toMatchObject({ message: 'Bucket not found' });
});
