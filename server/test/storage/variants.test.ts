/** Variants of pictures: their looks, who may see them, and pictures that would do harm. */
// The same on every database: its subject is pictures, and who may see a variant may see its file.
import { createHash } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { useFilesServer } from './files-server.ts';

const opened = useFilesServer(30);
const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const WEBP = { accept: 'image/avif,image/webp,*/*' };

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });

async function upload(name: string, content: Buffer | string, contentType: string, bucket = 'open') {
  const { error } = await opened()
    .service.storage.from(bucket)
    .upload(name, content, { contentType, upsert: true });
  if (error) throw error;
}

const render = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${opened().url}/render/image/public/open/${path}`, { headers });

/** Black, with a bit for each pixel. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const content = Buffer.concat([Buffer.from(type), data]);
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    PNG_HEAD,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function lookAt(answer: Response | Blob) {
  const { format, width, height, pages, exif, hasAlpha } = await sharp(
    Buffer.from(await answer.arrayBuffer()),
    { animated: true },
  ).metadata();
  return { format, width, height, pages, exif, hasAlpha };
}

beforeAll(async () => {
  for (const kind of ['jpeg', 'png', 'webp', 'gif', 'avif'] as Kind[])
    await upload(
      `wide.${kind}`,
      await plain(1200, 900, kind === 'jpeg' ? 3 : 4)
        [kind]()
        .toBuffer(),
      `image/${kind}`,
    );
});

test.each([
  // The format that is asked for, and as which type it comes without WebP and with it.
  ['wide.jpeg', '', 'jpeg', 'webp'],
  ['wide.png', '', 'png', 'webp'],
  ['wide.gif', '', 'gif', 'webp'],
  ['wide.webp', '', 'png', 'webp'],
  ['wide.avif', '', 'png', 'webp'],
  ['wide.jpeg', '&format=origin', 'jpeg', 'jpeg'],
  ['wide.webp', '&format=origin', 'webp', 'webp'],
  ['wide.png', '&format=webp', 'webp', 'webp'],
  ['wide.jpeg', '&format=avif', 'avif', 'avif'],
])('%s?width=400%s comes as %s, or as %s where WebP is shown', async (name, query, without, withWebp) => {
  for (const [headers, format] of [
    [{}, without],
    [WEBP, withWebp],
  ] as const) {
    const answer = await render(`${name}?width=400${query}`, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
    expect(answer.headers.get('vary')?.includes('Accept') ?? false).toBe(!query.includes('format'));
    expect(answer.headers.get('x-transformations')).toMatch(/^width:400,resizing_type:fill/);
    expect(await lookAt(answer)).toMatchObject({
      format: format === 'avif' ? 'heif' : format,
      width: 400,
      height: 300,
    });
  }
});

test('a photo is turned upright, and loses what its camera noted', async () => {
  const photo = await plain(300, 200)
    .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  await upload('turned.jpg', photo, 'image/jpeg');
  expect(await lookAt(await render('turned.jpg?width=100'))).toMatchObject({
    width: 100,
    height: 150,
    exif: undefined,
  });
});

test('a moving picture goes on moving, and one with too many frames stands still', async () => {
  const moving = (frames: number) =>
    sharp(
      Buffer.from(
        Uint8Array.from({ length: 60 * 40 * 3 * frames }, (_, index) => Math.floor(index / 7200) * 97),
      ),
      {
        raw: { width: 60, height: 40 * frames, channels: 3, pageHeight: 40 },
      },
    )
      .gif()
      .toBuffer();
  await upload('moving.gif', await moving(5), 'image/gif');
  expect(await lookAt(await render('moving.gif?width=30', WEBP))).toMatchObject({
    format: 'webp',
    width: 30,
    height: 100,
    pages: 5,
  });
  expect(await lookAt(await render('moving.gif?width=30&height=30'))).toMatchObject({
    format: 'gif',
    width: 30,
    height: 150,
    pages: 5,
  });
  await upload('long.gif', await moving(301), 'image/gif');
  expect(await lookAt(await render('long.gif?width=30'))).toMatchObject({ height: 20 });
});

test('supabase-js gets variants by all three ways', async () => {
  const { ada, service } = opened();
  const name = `${ada.id}/own.png`;
  await upload(name, await plain(600, 300).png().toBuffer(), 'image/png', 'files');
  // The policy reads the owner.
  const own = `${ada.id}/mine.png`;
  const { error } = await ada.client.storage
    .from('files')
    .upload(own, await plain(600, 300).png().toBuffer(), { contentType: 'image/png' });
  expect(error).toBeNull();
  const transform = { width: 60, height: 60 };
  const { data: blob } = await ada.client.storage.from('files').download(own, { transform });
  expect(await lookAt(blob as Blob)).toMatchObject({ width: 60, height: 60 });
  const { data: link } = await ada.client.storage.from('files').createSignedUrl(own, 60, {
    transform: { ...transform, resize: 'contain', format: 'origin' },
  });
  const answer = await fetch(link?.signedUrl ?? '', { headers: WEBP });
  expect(answer.headers.get('expires')).toBeTruthy();
  expect(await lookAt(answer)).toMatchObject({ format: 'png', width: 60, height: 30 });
  const { data } = service.storage.from('open').getPublicUrl('wide.png', { transform });
  expect(await lookAt(await fetch(data.publicUrl))).toMatchObject({ width: 60, height: 60 });
});

test('whoever may not read the picture gets no variant, also one that was made before', async () => {
  const { ada, bob, url } = opened();
  const name = `${ada.id}/secret.png`;
  const picture = await plain(600, 300).png().toBuffer();
  await ada.client.storage.from('files').upload(name, picture, { contentType: 'image/png' });
  const transform = { width: 50 };
  expect((await ada.client.storage.from('files').download(name, { transform })).error).toBeNull();
  const denied = await bob.client.storage.from('files').download(name, { transform });
  expect(denied.error).toMatchObject({ statusCode: '404', message: 'Object not found' });
  for (const way of ['public', 'authenticated']) {
    const answer = await fetch(`${url}/render/image/${way}/files/${name}?width=50`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'NoSuchBucket' }]);
  }
  // A link to the variant reads neither the picture, nor another variant.
  const { data } = await ada.client.storage.from('files').createSignedUrl(name, 60, { transform });
  const link = new URL(data?.signedUrl ?? '');
  expect(link.pathname).toContain('/render/image/sign/');
  const original = await fetch(`${link.href.replace('/render/image/', '/object/')}`);
  expect([original.status, await original.json()]).toMatchObject([400, { code: 'InvalidSignature' }]);
  expect(await lookAt(await fetch(`${link.href}&width=500`))).toMatchObject({ width: 50 });
  const other = await fetch(link.href.replace('secret.png', 'mine.png'));
  expect(await other.json()).toMatchObject({ code: 'InvalidSignature' });
  const forged = await fetch(`${url}/render/image/sign/files/${name}?token=this.is.none`);
  expect(await forged.json()).toMatchObject({ code: 'InvalidJWT' });
  const none = await fetch(`${url}/render/image/sign/files/${name}`);
  expect(await none.json()).toMatchObject({ message: expect.stringContaining("'token'") });
});

test('a variant that the browser has is not sent again, and a new upload has new ones', async () => {
  await upload('changing.png', await plain(300, 300).png().toBuffer(), 'image/png');
  const first = await render('changing.png?width=100', WEBP);
  const etag = first.headers.get('etag') ?? '';
  const again = await render('changing.png?width=100', { ...WEBP, 'if-none-match': etag });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  for (const other of [
    await render('changing.png?width=101', { ...WEBP, 'if-none-match': etag }),
    await render('changing.png?width=100', { 'if-none-match': etag }),
  ])
    expect(other.status).toBe(200);
  await upload('changing.png', await plain(300, 150).png().toBuffer(), 'image/png');
  const replaced = await render('changing.png?width=100', { ...WEBP, 'if-none-match': etag });
  expect([replaced.status, await lookAt(replaced)]).toMatchObject([200, { height: 50 }]);
});

test('a variant is kept on the disk, and goes with its picture', async () => {
  const folder = path.join(opened().server.config.dataDir, 'storage-variants');
  await upload('passing.png', await plain(300, 300).png().toBuffer(), 'image/png');
  const version = (await render('passing.png?width=10')).headers.get('etag')?.slice(1, 37) ?? '';
  const [name = ''] = await readdir(path.join(folder, version));
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const sent = Buffer.from(await (await render('passing.png?width=10')).arrayBuffer());
  expect(sha(sent)).toBe(sha(await readFile(path.join(folder, version, name))));
  expect(await readdir(path.join(folder, version))).toEqual([name]);
  await opened().service.storage.from('open').remove(['passing.png']);
  await upload('other.png', await plain(3, 3).png().toBuffer(), 'image/png');
  await expect.poll(() => readdir(folder)).not.toContain(version);
  expect((await render('passing.png?width=10')).status).toBe(400);
});

test('a picture that failed is not tried again with as much work', async () => {
  const folder = path.join(opened().server.config.dataDir, 'storage-variants');
  await upload('failed.png', await plain(900, 900).png().toBuffer(), 'image/png');
  const version = (await render('failed.png?width=10')).headers.get('etag')?.slice(1, 37) ?? '';
  const note = path.join(folder, version, 'failure.json');
  const messageOf = async (query: string) => {
    const answer = await render(`failed.png?${query}`);
    return answer.ok ? 'made' : ((await answer.json()) as { message: string }).message;
  };
  await writeFile(note, JSON.stringify({ problem: 'too-slow', effort: 200 }));
  expect(await messageOf('width=11')).toBe('made');
  expect(await messageOf('format=avif')).toBe('The source image takes too long to process');
  await writeFile(note, JSON.stringify({ problem: 'unreadable', effort: 0 }));
  expect(await messageOf('width=12')).toBe('The source image is invalid or unsupported for rendering');
  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(note, dayBefore, dayBefore);
  expect(await messageOf('width=12')).toBe('made');
  await upload('failed.png', Buffer.concat([PNG_HEAD, Buffer.alloc(900)]), 'image/png');
  await render('failed.png?width=10');
  const [other = ''] = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('failure.json'),
  );
  expect(JSON.parse(await readFile(path.join(folder, other), 'utf8'))).toEqual({
    problem: 'unreadable',
    effort: 0,
  });
});

test('many who ask for the same at once get it', async () => {
  await upload('wanted.png', await plain(900, 900).png().toBuffer(), 'image/png');
  const answers = await Promise.all(Array.from({ length: 40 }, () => render('wanted.png?width=77')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
});

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml'],
  ['a text', 'not an image', 'text/plain'],
  ['HEIF of no brand', Buffer.from('00000010667479706d69663100000000', 'hex'), 'image/heic'],
  ['a TIFF', () => plain(9, 9).tiff().toBuffer(), 'image/tiff'],
  ['nothing', '', 'text/plain'],
])('%s is not rendered', async (_, content, type) => {
  await upload('wrong', typeof content === 'function' ? await content() : content, type);
  const answer = await render('wrong?width=10');
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      statusCode: '400',
      code: 'InvalidRequest',
      error: 'InvalidRequest',
      message: 'The source image is invalid or unsupported for rendering',
    },
  ]);
});

test('a picture that unpacks to far more than it has costs nothing', async () => {
  const bomb = emptyPng(8000, 7000);
  expect(bomb.length).toBeLessThan(100_000);
  await upload('large.png', emptyPng(7000, 7000), 'image/png');
  expect(await lookAt(await render('large.png?width=10'))).toMatchObject({ width: 10, height: 10 });
  // It would take a gigabyte, and longer than a picture may.
  const asAvif = await render('large.png?format=avif');
  expect([asAvif.status, await asAvif.json()]).toMatchObject([
    400,
    { message: 'The source image resolution is too large to process' },
  ]);
  await upload('bomb.png', bomb, 'image/png');
  const answer = await render('bomb.png?width=10');
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: 'The source image resolution is too large to process' },
  ]);
  await upload('heavy.png', Buffer.concat([bomb, Buffer.alloc(26 * 1024 * 1024)]), 'image/png');
  expect(await (await render('heavy.png?width=10')).json()).toMatchObject({
    message: 'The source image file is too large to process',
  });
});
