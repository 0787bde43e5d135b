/** Private channels: policies on realtime.messages decide, and what they no longer allow ends at once. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccessTokens } from '../../src/http/caller/access-token.ts';
import { useTestServer } from '../support/test-server.ts';
import { bareSocket, joined, liveClient, until } from './live-client.ts';

const server = useTestServer();
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `do $$ begin
        create table public.guests (topic text, person uuid);
        grant select on public.guests to authenticated;
        create policy guests_read on realtime.messages for select to authenticated
          using (exists (select from public.guests where topic = realtime.topic() and person = auth.uid()));
        create policy guests_write on realtime.messages for insert to authenticated
          with check (realtime.topic() not like 'quiet%'
            and exists (select from public.guests where topic = realtime.topic() and person = auth.uid()));
      end $$`,
    }),
  );
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
});

let people = 0;

async function guest(...topics: string[]) {
  const client = liveClient(server());
  clients.push(client);
  const credentials = { email: `guest-${people++}@example.com`, password: 'correct horse battery' };
  const { data, error } = await client.auth.signUp(credentials);
  if (error || !data.session || !data.user) throw error ?? new Error('No session.');
  await client.realtime.setAuth(data.session.access_token);
  await owner('insert into public.guests select topic, $1 from unnest($2::text[]) as topic', [
    data.user.id,
    topics,
  ]);
  return { client, id: data.user.id, token: data.session.access_token };
}

function owner(text: string, values: readonly unknown[] = []) {
  return server().database.asOwner((transaction) => transaction.query({ text, values }));
}

function room(client: SupabaseClient, topic: string, broadcast = {}): RealtimeChannel {
  return client.channel(topic, { config: { private: true, broadcast } });
}

function systemErrors(channel: RealtimeChannel): string[] {
  const told: string[] = [];
  channel.on('system', {}, ({ status, message }) => void (status === 'error' && told.push(message)));
  return told;
}

test('a guest reads and writes, another person does neither', async () => {
  const [one, other, stranger] = await Promise.all([guest('party'), guest('party'), guest()]);
  const heard: unknown[] = [];
  const channel = await joined(room(one.client, 'party', { ack: true }));
  await joined(
    room(other.client, 'party').on('broadcast', { event: 'said' }, ({ payload }) => void heard.push(payload)),
  );
  await expect(joined(room(stranger.client, 'party'))).rejects.toThrow('Unauthorized');
  expect(await channel.send({ type: 'broadcast', event: 'said', payload: { n: 1 } })).toBe('ok');
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ n: 1 }]);
});

test('a broadcast that the policies refuse is dropped, and not acknowledged', async () => {
  const [one, other] = await Promise.all([guest('quiet'), guest('quiet')]);
  const heard: unknown[] = [];
  const channel = await joined(room(one.client, 'quiet', { ack: true }));
  await joined(
    room(other.client, 'quiet').on('broadcast', { event: '*' }, (message) => void heard.push(message)),
  );
  const answer = await channel.send({ type: 'broadcast', event: 'said', payload: {} }, { timeout: 500 });
  expect([answer, heard]).toEqual(['timed out', []]);
});

test('the database sends to the topic, and sends again to those who join late', async () => {
  const { client } = await guest('news');
  const heard: { payload: { n: number }; meta?: { replayed?: boolean } }[] = [];
  const listen = (channel: RealtimeChannel) =>
    joined(channel.on('broadcast', { event: 'posted' }, (message) => void heard.push(message as never)));
  await listen(room(client, 'news'));
  await owner(`select realtime.send('{"n": 1}', 'posted', 'news')`);
  await until(() => heard.length === 1);
  await client.removeAllChannels();
  await listen(room(client, 'news', { replay: { since: Date.now() - 60_000, limit: 5 } }));
  await until(() => heard.length === 2);
  expect(heard.map(({ payload, meta }) => [payload.n, meta?.replayed ?? false])).toEqual([
    [1, false],
    [1, true],
  ]);
});

test.each([
  ['of a public topic', false, { since: 0 }, 'Replay is not allowed for public channels'],
  ['without a time', true, { since: 'yesterday' }, 'Replay params are not valid'],
])('a replay %s is refused', async (_name, isPrivate, replay, reason) => {
  const { token } = await guest('news');
  const bare = await bareSocket(server());
  const join = { config: { private: isPrivate, broadcast: { replay } }, access_token: token };
  bare.send(['1', '1', 'realtime:news', 'phx_join', join]);
  const { status, response } = await bare.answer('1');
  expect([status, response.reason]).toEqual(['error', `UnableToReplayMessages: ${reason}`]);
  bare.socket.terminate();
});

describe('access ends', () => {
  test('when the person signs out', async () => {
    const { client } = await guest('signed-out');
    const channel = room(client, 'signed-out');
    const told = systemErrors(channel);
    await joined(channel);
    await fetch(`${server().url}/auth/v1/logout`, {
      method: 'POST',
      headers: {
        apikey: server().secrets.publishableKey,
        authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}`,
      },
    });
    await until(() => told.length > 0);
    expect(told).toEqual(['The session of this token has ended']);
  });

  test('when the database says that rights have changed, for whom they have', async () => {
    const [gone, stays] = await Promise.all([guest('shrinking'), guest('shrinking')]);
    const channels = [room(gone.client, 'shrinking'), room(stays.client, 'shrinking')] as const;
    const [lost, kept] = channels.map(systemErrors);
    await Promise.all(channels.map(joined));
    await owner('delete from public.guests where person = $1', [gone.id]);
    await owner(`select pg_notify('realtime_access_changed', '{"topic": "shrinking"}')`);
    await until(() => lost?.length === 1);
    expect([lost, kept]).toEqual([
      ['You do not have permissions to read from this Channel topic: shrinking'],
      [],
    ]);
  });

  test('when a new token may not read', async () => {
    const [one, stranger] = await Promise.all([guest('swapped'), guest()]);
    const channel = room(one.client, 'swapped');
    const told = systemErrors(channel);
    await joined(channel);
    await one.client.realtime.setAuth(stranger.token);
    await until(() => told.length > 0);
    expect(told[0]).toMatch('You do not have permissions to read');
  });

  test('when good tokens come in turn, each of which asks the policies', async () => {
    const { token } = await guest('turns');
    const tokens = [token, await soonExpired(token, 3000)];
    const bare = await bareSocket(server());
    bare.send(['1', '1', 'realtime:turns', 'phx_join', { config: { private: true }, access_token: token }]);
    expect(await bare.answer('1')).toMatchObject({ status: 'ok' });
    for (let n = 1; n <= 300; n++)
      bare.send(['1', null, 'realtime:turns', 'access_token', { access_token: tokens[n % 2] }]);
    await until(() => JSON.stringify(bare.received).includes('Too many tokens'));
    bare.socket.terminate();
  });

  test('when the token expires', async () => {
    const { token } = await guest('expiring');
    const bare = await bareSocket(server());
    const join = { config: { private: false }, access_token: await soonExpired(token, 2) };
    bare.send(['1', '1', 'realtime:expiring', 'phx_join', join]);
    expect(await bare.answer('1')).toMatchObject({ status: 'ok' });
    await until(() => bare.received.some((message) => (message as unknown[])[3] === 'phx_close'));
    expect(JSON.stringify(bare.received)).toMatch(/Token has expired \d seconds ago/);
    bare.socket.terminate();
  });
});

/** The same claims in a token that ends soon. */
async function soonExpired(token: string, seconds: number): Promise<string> {
  const tokens = await createAccessTokens(server().secrets.jwtKeys);
  const claims = await tokens.verify(token);
  return tokens.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds });
}
