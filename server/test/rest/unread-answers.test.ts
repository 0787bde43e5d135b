/** Large answers take memory from when the database gives them until they are read: so not too many are taken in. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signToken, useLibrary } from './library.ts';

const { server, library } = useLibrary();
const MEGABYTE = 1_000_000;
const sockets: net.Socket[] = [];

beforeAll(async () => {
  await library().sql(
    `create function public.letters(megabytes int) returns setof text language sql stable
      as $$ select repeat('x', megabytes * ${MEGABYTE}) $$`,
  );
  await library().sql('notify pgrst');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** A chain of six rows with long texts. @returns what selects some of them, one within the other */
async function makeChain(megabytes: number): Promise<(depth: number) => string> {
  await library().sql(`create table public.links (
      id int primary key, before int constraint links_before_fkey references public.links, words text not null)`);
  await library().sql(`insert into public.links
    select n, nullif(n - 1, 0), repeat('word ', ${(megabytes * MEGABYTE) / 5}) from generate_series(1, 6) as n`);
  await library().sql('grant select on public.links to authenticated');
  await library().sql('notify pgrst');
  return (depth) => {
    const nested = Array.from({ length: depth - 1 }).reduce<string>(
      (inner) => `words,after:links!links_before_fkey(${inner})`,
      'words',
    );
    return `/rest/v1/links?id=eq.1&select=${encodeURIComponent(nested)}`;
  };
}

async function headersOf(person: string) {
  const { publishableKey } = server().secrets;
  return { apikey: publishableKey, authorization: `Bearer ${await signToken(server(), { sub: person })}` };
}

const path = (megabytes: number) => `/rest/v1/rpc/letters?megabytes=${megabytes}`;

/** Asks, and reads the beginning of the answer alone. @returns the connection, and the answer's status line */
async function leaveUnread(person: string, megabytes: number) {
  const socket = net.connect(Number(new URL(server().url).port), '127.0.0.1');
  sockets.push(socket);
  const headers = Object.entries(await headersOf(person)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path(megabytes)} HTTP/1.1\r\nhost: x\r\n${headers.join('')}\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, status: chunk.toString('latin1').split('\r\n')[0] };
}

async function ask(person: string, megabytes: number) {
  const answer = await fetch(`${server().url}${path(megabytes)}`, { headers: await headersOf(person) });
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
}

test('only a caller that leaves a large answer unread gets no other until it is read', async () => {
  const [idle, other] = [randomUUID(), randomUUID()];
  const { socket, status } = await leaveUnread(idle, 40);
  expect(status).toBe('HTTP/1.1 200 OK');
  const refused = await ask(idle, 40);
  expect([refused.status, refused.wait]).toEqual([503, '1']);
  expect(JSON.parse(refused.text)).toMatchObject({
    code: '53000',
    message: 'Too many large answers wait to be read: try again in a moment',
  });
  // Small ones are never in question.
  expect((await ask(idle, 0)).text).toBe('[""]');
  expect((await ask(other, 40)).text).toHaveLength(40 * MEGABYTE + 4);
  socket.destroy();
  await expect.poll(async () => (await ask(idle, 40)).status).toBe(200);
});

test('an answer that is too large is refused with a reason, and the next one comes', async () => {
  const person = randomUUID();
  const { status, text } = await ask(person, 140);
  // The embedded database has too little memory to make it at all.
  expect([status, JSON.parse(text)]).toMatchObject(
    server().config.database.kind === 'postgres'
      ? [413, { code: '54000', message: 'The answer is too large: ask for fewer rows at a time' }]
      : [
          503,
          { code: '53200', message: 'The database has too little memory for this: ask for less at a time.' },
        ],
  );
  expect((await ask(person, 1)).text).toHaveLength(MEGABYTE + 4);
});

test('an answer whose rows are nested too deep for its memory is refused before it is built', async () => {
  // Each row is written once more for each one that it is nested in.
  const selecting = await makeChain(server().config.database.kind === 'postgres' ? 13 : 4);
  const get = async (path: string) => {
    const answer = await fetch(`${server().url}${path}`, { headers: await headersOf(randomUUID()) });
    return [answer.status, (await answer.text()).length > 3 * MEGABYTE] as const;
  };
  expect(await get(selecting(3))).toEqual([200, true]);
  expect(await get(selecting(6))).toEqual([413, false]);
  expect(await get(selecting(3))).toEqual([200, true]);
});
