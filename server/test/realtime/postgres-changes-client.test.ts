/** Changes of tables, as the real client hears of them. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { bareSocket, joined, liveClient, until } from './live-client.ts';

const server = useTestServer();
let client: SupabaseClient;

function owner(text: string) {
  return server().database.asOwner((transaction) => transaction.query({ text }));
}

beforeAll(async () => {
  await owner('create table public.scores (id int primary key, player text)');
  await owner('grant select on public.scores to anon');
  await owner('alter publication supabase_realtime add table public.scores');
  client = liveClient(server());
});
afterAll(async () => {
  await client.removeAllChannels();
});

test.each([false, true])('a row that the filter asks for is told of (the join waits: %s)', async (wait) => {
  const heard: unknown[] = [];
  const system: string[] = [];
  const channel = client
    .channel(`scores ${wait}`, { config: { postgres_changes_options: { wait } } })
    .on('system', {}, ({ message }) => void system.push(message))
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'scores', filter: 'player=eq.ann' },
      (change) => void heard.push(change.new),
    );
  await joined(channel);
  await until(() => system.includes('Subscribed to PostgreSQL'));
  const id = wait ? 10 : 20;
  await owner(`insert into public.scores values (${id}, 'bob'), (${id + 1}, 'ann')`);
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ id: id + 1, player: 'ann' }]);
});

test('an old client names the table in its topic, and hears the event itself', async () => {
  const bare = await bareSocket(server(), { vsn: '1.0.0' });
  bare.socket.send(
    JSON.stringify({ topic: 'realtime:public:scores', event: 'phx_join', payload: {}, ref: '1' }),
  );
  await until(() => JSON.stringify(bare.received).includes('Subscribed to PostgreSQL'));
  await owner(`insert into public.scores values (30, 'cem')`);
  await until(() => bare.received.some((message) => (message as { event: string }).event === 'INSERT'));
  expect(bare.received.at(-1)).toMatchObject({
    topic: 'realtime:public:scores',
    payload: { type: 'INSERT', table: 'scores', record: { id: 30, player: 'cem' } },
  });
  bare.socket.terminate();
});

test('a table that is not published is told so; with waiting, the join is refused', async () => {
  const binding = { event: '*', schema: 'public', table: 'nothing_of_that_name' };
  const bare = await bareSocket(server());
  const join = (options = {}) => ({ config: { postgres_changes: [binding], ...options } });
  bare.send(['1', '1', 'realtime:a', 'phx_join', join()]);
  expect(await bare.answer('1')).toMatchObject({ status: 'ok' });
  await until(() =>
    JSON.stringify(bare.received).includes('"extension":"postgres_changes","status":"error"'),
  );
  bare.send(['2', '2', 'realtime:b', 'phx_join', join({ postgres_changes_options: { wait: true } })]);
  const { status, response } = await bare.answer('2');
  expect([status, response.reason]).toEqual([
    'error',
    expect.stringMatching(/^RealtimeDisabledForConfiguration: /),
  ]);
  bare.socket.terminate();
});
