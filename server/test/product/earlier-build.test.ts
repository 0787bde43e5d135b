/**
 * An upgrade finds browsers open with the app of an earlier build. Its requests, as that build sent them, are answered by the
 * database of today, and its words and those of a browser of today meet. The requests are those of the web app as it was on
 * 24 November 2026, those about files as it was a day later, when it first had any: they stay as they are when the app changes. A
 * change that breaks one would end open tabs.
 */
import { beforeAll, expect, test } from 'vitest';
import { type BareSocket, bareSocket, joined, until } from '../realtime/live-client.ts';
import { useTestServer } from '../support/test-server.ts';
import { PIXEL } from './add-file.ts';
import { Browser, type Opened, open } from './document-browser.ts';
import { createPage, type Person, signUp } from './people.ts';

const server = useTestServer();
let ada: Person;
let bea: Person;

beforeAll(async () => {
  [ada, bea] = [await signUp(server(), 'Ada'), await signUp(server(), 'Bea')];
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: 'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
      values: [ada.workspaceId, bea.id, 'member'],
    }),
  );
});

const TREE_COLUMNS = 'id, parent_id, name, order_index, created_at, visibility, notion_page_id';
const AUTHORS =
  'from_notion, created_by, authors:page_version_authors(person, user_profiles(full_name, display_name, email))';

/** The reads of a screen: the table, and the columns. */
const READ: ReadonlyArray<readonly [string, string]> = [
  ['user_profiles', '*'],
  [
    'organization_members',
    'role, organizations!inner(id, name, slug, created_at, created_by, organization_members(user_id, status))',
  ],
  [
    'organization_members',
    'id, user_id, role, status, joined_at, user_profiles!inner(id, email, full_name, display_name)',
  ],
  ['organization_invitations', 'id, email, role, expires_at, uses, max_uses'],
  ['pages', TREE_COLUMNS],
  [
    'pages',
    'id, parent_id, name, description, order_index, visibility, created_at, updated_at, organization_id, is_archived',
  ],
  ['pages', 'name, description, content, updated_at'],
  ['pages', 'name, visibility, private_to'],
  ['page_favorites', 'page_id'],
  ['page_versions', `id, updated_at, ${AUTHORS}`],
  ['page_links', 'source:pages!page_links_source_id_fkey!inner(id, name)'],
  [
    'page_activity',
    `id, kind, happened_at, old_name, new_name, new_parent_id,
    actor:user_profiles!page_activity_actor_id_fkey(full_name, display_name, email),
    page:pages!page_activity_page_id_fkey(id, name, is_archived),
    new_parent:pages!page_activity_new_parent_id_fkey(id, name)`,
  ],
];

test.for(READ)('%s is read with the columns of then: %s', async ([table, columns]) => {
  const { error } = await ada.client.from(table).select(columns).limit(2);
  expect(error).toBeNull();
});

test('a page is made, renamed and moved, and read back', async () => {
  const { data: page, error } = await ada.client
    .from('pages')
    .insert({
      content: '',
      organization_id: ada.workspaceId,
      parent_id: null,
      name: 'Plan',
      order_index: 1,
      created_by: ada.id,
      content_type: 'markdown',
      is_archived: false,
      updated_by: ada.id,
      notion_page_id: null,
      notion_last_sync: null,
      notion_url: null,
    })
    .select(TREE_COLUMNS)
    .single();
  expect(error).toBeNull();
  for (const change of [{ name: 'Renamed' }, { order_index: 2 }, { is_archived: true }])
    expect(
      await ada.client
        .from('pages')
        .update({ ...change, updated_by: ada.id })
        .eq('id', page?.id)
        .select('id'),
    ).toMatchObject({ error: null, data: [{ id: page?.id }] });
  expect(await ada.client.rpc('restore_page', { page_id: page?.id })).toMatchObject({ error: null });
});

test('a tab of then and one of today write one page, and neither loses a word', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const earlier = await Browser.open(ada, page.id);
  const today = await Browser.open(bea, page.id);
  const { head } = (await open(bea, page.id)) as unknown as { head: string };

  // It knew no heads of the log.
  const asThen = { begins_version: false, adopts: false };
  earlier.type('earlier ');
  expect(await earlier.save(asThen)).toMatchObject({ is_taken: true, is_written: true });
  today.type('today ');
  const behind = await today.save({ seen_head: head, begins_version: false, adopts: false });
  expect(behind).toMatchObject({ is_taken: true, is_written: false });
  const seen = { seen_head: (behind as unknown as { head: string }).head };
  expect(await today.save({ ...seen, update: null })).toMatchObject({ is_written: true });

  // Its next letters are typed without having seen those of today.
  earlier.type('once more ');
  expect(await earlier.save(asThen)).toMatchObject({ is_taken: true, is_written: false });
  expect(await earlier.save({ ...asThen, update: null })).toMatchObject({ is_written: true });
  const { data } = await ada.client.from('pages').select('content').eq('id', page.id).single();
  for (const words of ['Hello', 'today ', 'earlier ', 'once more ']) expect(data?.content).toContain(words);

  // Opened again with what it had noted of the log, it gets the rest alone.
  const known = { known_epoch: earlier.epoch, known_number: 1 };
  expect(await open(ada, page.id, known)).toMatchObject({ state: null, epoch: earlier.epoch, number: 3 });
  const fresh = await Browser.open(bea, page.id);
  expect(fresh.texts.content).toBe(data?.content);
});

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

/** Joins a channel as its client did. */
async function joinAsThen(socket: BareSocket, ref: string, topic: string, person: Person): Promise<void> {
  const presence = { key: '', enabled: topic.startsWith('workspace:') };
  const config = {
    broadcast: { ack: false, self: false },
    presence,
    postgres_changes: [],
    private: true,
  };
  socket.send([ref, ref, `realtime:${topic}`, 'phx_join', { config, access_token: await tokenOf(person) }]);
  expect(await socket.answer(ref)).toEqual({ status: 'ok', response: { postgres_changes: [] } });
}

/** A broadcast of its client: seven bytes of lengths, then the words. */
function broadcastAsThen(ref: string, topic: string, event: string, payload: object): Buffer {
  const lengths = [3, 2, ref.length, topic.length, event.length, 0, 1];
  return Buffer.concat([
    Buffer.from(lengths),
    Buffer.from(`16${ref}${topic}${event}${JSON.stringify(payload)}`),
  ]);
}

/** The broadcasts that came, by event: five bytes of lengths, the words, JSON. */
function heardAsThen({ received }: BareSocket): { topic: string; event: string; payload: unknown }[] {
  return received
    .filter((one) => Buffer.isBuffer(one))
    .map((frame) => {
      const [kind = 0, topicEnd = 0, eventLength = 0, metaLength = 0] = frame;
      expect([kind, frame[4]]).toEqual([4, 1]);
      const at = 5 + topicEnd;
      return {
        topic: frame.toString('utf8', 5, at),
        event: frame.toString('utf8', at, at + eventLength),
        payload: JSON.parse(frame.toString('utf8', at + eventLength + metaLength)),
      };
    });
}

test('a tab of then and one of today hear each other while they type, and where they are', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const { channel, epoch, version } = (await open(ada, page.id)) as Opened;
  const socket = await bareSocket(server());
  const typing = `realtime:typing:${channel}`;
  await joinAsThen(socket, '6', `workspace:${ada.workspaceId}`, ada);
  await joinAsThen(socket, '9', `person:${ada.id}`, ada);
  await joinAsThen(socket, '13', `page:${channel}`, ada);
  await joinAsThen(socket, '16', `typing:${channel}`, ada);

  const heard: { event: string; payload: unknown }[] = [];
  const room = bea.client.channel(`typing:${channel}`, { config: { private: true } });
  room.on('broadcast', { event: '*' }, ({ event, payload }) => void heard.push({ event, payload }));
  const where = bea.client.channel(`workspace:${ada.workspaceId}`, { config: { private: true } });
  where.on('presence', { event: 'sync' }, () => undefined);
  await Promise.all([joined(room), joined(where)]);

  const screen = 'f5c54116-3e00-4d22-8df2-a6b51e0ea802';
  const anchor = '{"type":null,"tname":"content","item":null,"assoc":0}';
  const caret = { screen, userId: ada.id, field: 'content', anchor, head: anchor };
  const typed = { epoch, update: 'AQH1+smiBTiE9frJogU3AUEA', screen };
  socket.send(broadcastAsThen('17', typing, 'caret', caret), broadcastAsThen('18', typing, 'typed', typed));
  await until(() => heard.length === 2);
  expect(heard).toEqual([
    { event: 'caret', payload: caret },
    { event: 'typed', payload: typed },
  ]);

  const track = { type: 'presence', event: 'track', payload: { userId: ada.id, pageId: page.id } };
  socket.send(['6', '10', `realtime:workspace:${ada.workspaceId}`, 'presence', track]);
  expect(await socket.answer('10')).toEqual({ status: 'ok', response: {} });
  await until(() => JSON.stringify(where.presenceState()).includes(page.id));

  // A message of a browser of today, and one from the database.
  await room.send({ type: 'broadcast', event: 'typed', payload: { ...typed, screen: 'another' } });
  const update = Buffer.from('edits').toString('base64');
  const texts = { content: 'Hello Ada' };
  await bea.client.rpc('save_page_document', {
    page_id: page.id,
    epoch,
    seen: 0,
    based_on: version,
    update,
    texts,
  });
  const told = () => heardAsThen(socket);
  await until(
    () => told().some(({ event }) => event === 'update') && told().some(({ event }) => event === 'typed'),
  );
  expect(told()).toEqual(
    expect.arrayContaining([
      { topic: typing, event: 'typed', payload: { ...typed, screen: 'another' } },
      {
        topic: `realtime:page:${channel}`,
        event: 'update',
        payload: expect.objectContaining({ epoch, number: 1, textsNumber: 1, by: bea.id, update }),
      },
      {
        topic: `realtime:workspace:${ada.workspaceId}`,
        event: 'texts',
        payload: expect.objectContaining({ pageId: page.id }),
      },
    ]),
  );
  socket.send([null, '11', 'phoenix', 'heartbeat', {}]);
  expect(await socket.answer('11')).toEqual({ status: 'ok', response: {} });
  socket.send(['13', '12', `realtime:page:${channel}`, 'phx_leave', {}]);
  expect(await socket.answer('12')).toEqual({ status: 'ok', response: {} });
  socket.socket.close();
  await bea.client.removeAllChannels();
});

test('a file is announced, sent, found, and read', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const id = crypto.randomUUID();
  const facts = {
    page_id: page.id,
    file_id: id,
    name: 'Pixel.png',
    media_type: 'image/png',
    bytes: PIXEL.length,
  };
  const { data, error } = await ada.client.rpc('add_page_file', { ...facts, width: 1, height: 1 });
  expect(error).toBeNull();
  const { object_name: name, uploaded_at } = data as { object_name: string; uploaded_at: string | null };
  expect(uploaded_at).toBeNull();
  const headers = {
    authorization: `Bearer ${await tokenOf(ada)}`,
    apikey: server().secrets.publishableKey,
  };
  const ask = (route: string, options: RequestInit = {}) =>
    fetch(`${server().url}/storage/v1/${route}`, { ...options, headers: { ...headers, ...options.headers } });
  const send = () =>
    ask(`object/page-files/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', 'x-upsert': 'false' },
      body: new Uint8Array(PIXEL),
    });
  expect((await send()).status).toBe(200);
  // It takes such an answer for a file that is there.
  expect(await (await send()).json()).toMatchObject({ statusCode: '409' });

  const columns = 'id, name, media_type, bytes, width, height, object_name, uploaded_at';
  expect((await ada.client.from('page_files').select(columns).in('id', [id])).data).toMatchObject([
    { id, name: 'Pixel.png', bytes: PIXEL.length, object_name: name, uploaded_at: expect.any(String) },
  ]);
  const whole = await ask(`object/authenticated/page-files/${name}`);
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(PIXEL);
  const variant = await ask(
    `render/image/authenticated/page-files/${name}?width=640&resize=contain&quality=80`,
  );
  expect(variant.headers.get('content-type')).toMatch(/^image\//);
  const signed = await ask(`object/sign/page-files/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: 600 }),
  });
  const { signedURL } = (await signed.json()) as { signedURL: string };
  const saved = await fetch(`${server().url}/storage/v1${signedURL}&download=Pixel.png`);
  expect([saved.status, saved.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('Pixel.png'),
  ]);
});
