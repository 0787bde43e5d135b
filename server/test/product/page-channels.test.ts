/** People who write a page hear each other on its live channel, as long as they see the page, and nobody else does. */
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joined, until } from '../realtime/live-client.ts';
import { useTestServer } from '../support/test-server.ts';
import { createPage, type Person, signUp } from './people.ts';

const server = useTestServer();
let ada: Person;
let bea: Person;
let eve: Person;

beforeAll(async () => {
  [ada, bea, eve] = [
    await signUp(server(), 'Ada'),
    await signUp(server(), 'Bea'),
    await signUp(server(), 'Eve'),
  ];
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: 'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
      values: [ada.workspaceId, bea.id, 'member'],
    }),
  );
});
afterAll(async () => {
  await Promise.all([ada, bea, eve].map(({ client }) => client.removeAllChannels()));
});

async function open(person: Person, pageId: string) {
  const { data, error } = await person.client.rpc('open_page_document', { page_id: pageId });
  if (error) throw error;
  return data[0];
}

/** Everything that comes on a channel: broadcasts with their events, and how it ended. */
function listen(person: Person, channel: string, kind = 'page') {
  const heard: { event: string; payload: Record<string, unknown> }[] = [];
  const errors: string[] = [];
  const room: RealtimeChannel = person.client.channel(`${kind}:${channel}`, {
    config: { private: true, broadcast: { self: false, ack: true } },
  });
  room.on('broadcast', { event: '*' }, ({ event, payload }) => void heard.push({ event, payload }));
  room.on('system', {}, ({ status, message }) => void (status === 'error' && errors.push(message)));
  return { room, heard, errors };
}

test('an update is heard, a text past the document, and where others are', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const { epoch, channel, version } = await open(bea, page.id);
  const [one, two] = [listen(ada, channel), listen(bea, channel)];
  await Promise.all([joined(one.room), joined(two.room)]);
  const update = Buffer.from('edits').toString('base64');
  await bea.client.rpc('save_page_document', {
    page_id: page.id,
    epoch,
    seen: 0,
    based_on: version,
    update,
    texts: { content: 'Hello Ada' },
  });
  await until(() => one.heard.length === 1);
  expect(one.heard[0]).toMatchObject({
    event: 'update',
    payload: { epoch, number: 1, textsNumber: 1, by: bea.id, update },
  });
  const { data } = await bea.client
    .from('pages')
    .update({ content: 'Past it' })
    .eq('id', page.id)
    .select('updated_at')
    .single();
  await until(() => one.heard.length === 2);
  expect(one.heard[1]).toMatchObject({ event: 'texts', payload: { epoch, number: 1, textsNumber: 1 } });
  expect(new Date(String(one.heard[1]?.payload.version))).toEqual(new Date(data?.updated_at));
});

test('people tell each other what they type on a channel of their own, and cannot speak for the database', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const { channel } = await open(ada, page.id);
  const [told, one, two] = [
    listen(ada, channel),
    listen(ada, channel, 'typing'),
    listen(bea, channel, 'typing'),
  ];
  const forged = listen(bea, channel);
  await Promise.all([told, one, two, forged].map(({ room }) => joined(room)));
  expect(await two.room.send({ type: 'broadcast', event: 'typed', payload: { at: 3 } })).toBe('ok');
  await until(() => one.heard.length === 1);
  expect(one.heard[0]).toMatchObject({ event: 'typed', payload: { at: 3 } });
  // Without an answer: the server does not take it.
  void forged.room.send({ type: 'broadcast', event: 'update', payload: { number: 1 } });
  await bea.client.from('pages').update({ content: 'Told' }).eq('id', page.id);
  await until(() => told.heard.length === 1);
  expect(told.heard.map(({ event }) => event)).toEqual(['texts']);
});

test('nobody else hears it', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const { channel } = await open(ada, page.id);
  for (const [person, name] of [
    [eve, channel],
    [bea, page.id],
    [bea, crypto.randomUUID()],
  ] as const) {
    await expect(joined(listen(person, name).room)).rejects.toThrow('You do not have permissions to read');
  }
});

test('nor speaks on it over HTTP', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const { channel } = await open(ada, page.id);
  const { room, heard } = listen(ada, channel, 'typing');
  await joined(room);
  const speak = async (person: Person, event: string) => {
    const { data } = await person.client.auth.getSession();
    return fetch(`${server().url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: server().secrets.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ messages: [{ topic: `typing:${channel}`, event, payload: {}, private: true }] }),
    });
  };
  await speak(eve, 'from an outsider');
  expect((await speak(bea, 'from a member')).ok).toBe(true);
  await until(() => heard.length > 0);
  expect(heard.map(({ event }) => event)).toEqual(['from a member']);
});

test('a page that is hidden leaves its channel, which ends', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const { channel } = await open(bea, page.id);
  const [one, two] = [listen(ada, channel), listen(bea, channel)];
  await Promise.all([joined(one.room), joined(two.room)]);
  await ada.client.from('pages').update({ visibility: 'private' }).eq('id', page.id);
  await until(() => one.errors.length === 1 && two.errors.length === 1);
  expect(two.errors).toEqual([
    `You do not have permissions to read from this Channel topic: page:${channel}`,
  ]);
  const renewed = await open(ada, page.id);
  expect(renewed.channel).not.toBe(channel);
  await expect(joined(listen(bea, renewed.channel).room)).rejects.toThrow(
    'You do not have permissions to read',
  );
  const alone = listen(ada, renewed.channel);
  await joined(alone.room);
  await ada.client.from('pages').update({ is_archived: true }).eq('id', page.id);
  await until(() => alone.errors.length === 1);
});

test('a member who is removed hears nothing more', async () => {
  const cleo = await signUp(server(), 'Cleo');
  const asOwner = (text: string) =>
    server().database.asOwner((transaction) =>
      transaction.query({ text, values: [ada.workspaceId, cleo.id] }),
    );
  await asOwner('insert into public.organization_members (organization_id, user_id) values ($1, $2)');
  const page = await createPage(ada, { content: 'Hello' });
  const { channel } = await open(cleo, page.id);
  const { room, errors } = listen(cleo, channel);
  await joined(room);
  await asOwner('delete from public.organization_members where organization_id = $1 and user_id = $2');
  await until(() => errors.length === 1);
  await cleo.client.removeAllChannels();
});
