/** Readers who take little hold a few files each; everybody else is served. */
// The same on every database: its subject is how many files are open for readers who take little.
import { readdir, readlink } from 'node:fs/promises';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOWNLOAD_LIMITS } from '../../src/protocols/storage/limits/download-line.ts';
import { headersOf, useFilesServer } from './files-server.ts';

// More than the buffers between two programs of one machine hold.
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x');
const READERS = 100;
const opened = useFilesServer(32);
const requests: http.ClientRequest[] = [];
let path: string;

beforeAll(async () => {
  const { ada } = opened();
  path = `files/${ada.id}/large.bin`;
  expect((await ada.client.storage.from('files').upload(`${ada.id}/large.bin`, LARGE)).error).toBeNull();
  expect((await ada.client.storage.from('files').upload(`${ada.id}/small.txt`, 'small')).error).toBeNull();
  await opened().service.storage.from('open').upload('logo.txt', 'logo');
});
afterAll(() => {
  for (const request of requests) request.destroy();
});

/** Ask at once, and take a little of the answer now and then, so that nobody ends them, however busy the machine is. */
async function loiter(count: number): Promise<void> {
  const headers = await headersOf(opened(), opened().ada);
  for (let index = 0; index < count; index++) {
    const request = http.get(`${opened().url}/object/authenticated/${path}`, { headers, agent: false });
    request.on('error', () => undefined);
    request.on('response', (answer) => {
      answer.on('error', () => undefined).pause();
      const sips = setInterval(() => answer.read(), 2000);
      answer.once('close', () => clearInterval(sips));
    });
    requests.push(request);
  }
}

/** @returns how often this process, in which the server runs, has files of it open */
async function openFiles(): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const places = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return places.filter((place) => place.startsWith(`${opened().server.config.dataDir}/storage/`)).length;
}

test.runIf(process.platform === 'linux')(
  'one account’s many downloads wait for each other, and hold up nobody else',
  async () => {
    await loiter(READERS);
    await expect.poll(openFiles).toBe(DOWNLOAD_LIMITS.ofSender);
    const { bob, ada, url } = opened();
    expect((await bob.client.storage.from('files').list(bob.id)).error).toBeNull();
    expect(await (await fetch(`${url}/object/public/open/logo.txt`)).text()).toBe('logo');
    // Those who wait get a place when others leave, before all those that wait longer than ten seconds are refused.
    const small = ada.client.storage.from('files').download(`${ada.id}/small.txt`);
    for (const request of requests.splice(0)) request.destroy();
    expect(await (await small).data?.text()).toBe('small');
    await expect.poll(openFiles).toBe(0);
  },
);

test('the line refuses in words those that have waited long', async () => {
  await loiter(DOWNLOAD_LIMITS.ofSender);
  await expect.poll(openFiles).toBe(DOWNLOAD_LIMITS.ofSender);
  const headers = await headersOf(opened(), opened().ada);
  const answer = await fetch(`${opened().url}/object/authenticated/${path}`, { headers });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    429,
    '5',
    {
      statusCode: '429',
      code: 'SlowDown',
      error: 'too_many_downloads',
      message: 'Too many downloads are under way: try again in a moment',
    },
  ]);
});
