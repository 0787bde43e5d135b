/** The files of public pages, for people without an account and without JavaScript. */
import { beforeAll, expect, test } from 'vitest';
import { addFile, PIXEL } from '../product/add-file.ts';
import { createPage, type Person, signUp } from '../product/people.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();
let mia: Person;

beforeAll(async () => {
  mia = await signUp(server(), 'Mia');
});

async function write(page: string, change: Record<string, unknown>): Promise<void> {
  const { error } = await mia.client.from('pages').update(change).eq('id', page);
  if (error) throw error;
}

const get = (path: string, init?: RequestInit) => fetch(`${server().url}${path}`, init);
const read = async (page: string) => (await get(`/p/${page}`)).text();

test('pictures, players and cards stand in the document, and a picture is as wide as wished', async () => {
  const page = await createPage(mia, { visibility: 'public' });
  const picture = await addFile(mia, page.id, { name: 'A "pixel".png' });
  const film = await addFile(mia, page.id, { name: 'a.mp4', type: 'video/mp4', bytes: Buffer.from('film') });
  const sound = await addFile(mia, page.id, { name: 'a.mp3', type: 'audio/mpeg', bytes: Buffer.from('s') });
  const paper = await addFile(mia, page.id, {
    name: 'Paper <1>.pdf',
    type: 'application/pdf',
    bytes: Buffer.alloc(2500),
  });
  const unshown = await addFile(mia, page.id);
  await write(page.id, {
    content: [
      `![A <pixel>|320](/files/${picture.id}/x.png)`,
      `![](/files/${film.id}/a.mp4)`,
      `![Tune](/files/${sound.id}/a.mp3)`,
      `[Paper](/files/${paper.id}/p.pdf)`,
      `See [the paper](${server().config.siteUrl}/files/${paper.id}/p.pdf) there.`,
      `![Not here](/files/00000000-0000-4000-8000-000000000000/x.png)`,
    ].join('\n\n'),
  });
  const html = await read(page.id);
  const files = `/p/${page.id}/files`;
  expect(html).toContain(
    `<img class="picture" src="${files}/${picture.id}/A%20%22pixel%22.png" width="320" height="320" alt="A &lt;pixel&gt;" loading="lazy" decoding="async">`,
  );
  expect(html).toContain(`<video class="player" controls preload="metadata" src="${files}/${film.id}/a.mp4"`);
  expect(html).toContain(
    `<audio class="player" controls preload="metadata" src="${files}/${sound.id}/a.mp3" aria-label="Tune">`,
  );
  expect(html).toContain(
    `<a class="file" href="${files}/${paper.id}/Paper%20%3C1%3E.pdf"><b>Paper &lt;1&gt;.pdf</b> <span>PDF · 2.5 KB</span></a>`,
  );
  expect(html).toContain(`See <a href="${files}/${paper.id}/Paper%20%3C1%3E.pdf">the paper</a> there.`);
  expect(html).toContain('<p>Not here</p>');
  expect(html).not.toContain(unshown.id);
  expect(html).not.toContain('<script');

  const { headers } = await get(`/p/${page.id}`);
  expect(headers.get('content-security-policy')).toContain("img-src 'self'; media-src 'self'");
  const address = `${files}/${picture.id}/A%20%22pixel%22.png`;
  const answer = await get(address);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-length')).toBe(String(PIXEL.length));
  expect((await get(address, { method: 'HEAD' })).headers.get('content-length')).toBe(String(PIXEL.length));
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL);
  const part = await get(`${files}/${film.id}/a.mp4`, { headers: { range: 'bytes=1-2' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 1-2/4',
    'il',
  ]);
  const etag = String(answer.headers.get('etag'));
  const known = await get(`${files}/${picture.id}/x`, { headers: { 'if-none-match': etag } });
  expect(known.status).toBe(304);
  const scaled = await get(`${files}/${picture.id}/x?width=720`);
  expect([scaled.status, scaled.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image']);
  expect((await get(`${files}/${unshown.id}/x.png`)).status).toBe(404);
});

test('taking the page back takes its files back at once, and so does taking a file out of its text', async () => {
  const page = await createPage(mia, { visibility: 'public' });
  const { id } = await addFile(mia, page.id);
  const text = { content: `![A](/files/${id}/A.png)` };
  const address = `/p/${page.id}/files/${id}/A.png`;
  const status = async (headers = {}) => (await get(address, { headers })).status;
  expect(await status()).toBe(404);
  await write(page.id, text);
  expect(await status()).toBe(200);
  const etag = String((await get(address)).headers.get('etag'));
  await write(page.id, { visibility: 'workspace' });
  expect(await status()).toBe(404);
  expect(await status({ 'if-none-match': etag })).toBe(404);
  await write(page.id, { visibility: 'public' });
  expect(await status()).toBe(200);
  await write(page.id, { content: 'Nothing.' });
  expect(await status()).toBe(404);
  await write(page.id, text);
  expect(await status()).toBe(200);
  await write(page.id, { is_archived: true });
  expect(await status()).toBe(404);
});

test('a public page gives no file away that its writer could not read, nor one of another page', async () => {
  const eve = await signUp(server(), 'Eve');
  const hidden = await createPage(mia);
  const { id, objectName } = await addFile(mia, hidden.id);
  await write(hidden.id, { content: `![A](/files/${id}/A.png)` });
  const page = await createPage(eve, { visibility: 'public', content: `![A](/files/${id}/A.png)` });
  expect(await read(page.id)).toContain('<p>A</p>');
  expect((await get(`/p/${page.id}/files/${id}/A.png`)).status).toBe(404);
  expect((await get(`/p/${hidden.id}/files/${id}/A.png`)).status).toBe(404);
  expect((await get(`/storage/v1/object/public/page-files/${objectName}`)).status).toBe(400);
  const asked = { page_id: page.id, file_id: id };
  expect((await eve.client.rpc('get_public_file', asked)).error?.code).toBe('42501');
});

test('what a file is said to be does not make it one that browsers show', async () => {
  const page = await createPage(mia, { visibility: 'public' });
  const bytes = Buffer.from('<form action="https://elsewhere.example">');
  const file = await addFile(mia, page.id, { name: 'x.pdf', type: 'application/pdf', bytes });
  await write(page.id, { content: `[x](/files/${file.id}/x.pdf)` });
  const { headers } = await get(`/p/${page.id}/files/${file.id}/x.pdf`);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
});

test('a type in which something could run is a download without an origin', async () => {
  const page = await createPage(mia, { visibility: 'public' });
  const html = await addFile(mia, page.id, {
    name: 'x.html',
    type: 'text/html',
    bytes: Buffer.from('<script>1</script>'),
  });
  const svg = await addFile(mia, page.id, {
    name: 'x.svg',
    type: 'image/svg+xml',
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await write(page.id, { content: `[x](/files/${html.id}/x.html) ![x](/files/${svg.id}/x.svg)` });
  for (const { id } of [html, svg]) {
    const { headers } = await get(`/p/${page.id}/files/${id}/x`);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''x\./);
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  }
  expect(await read(page.id)).not.toContain('<img');
});
