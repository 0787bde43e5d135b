/** Presence between real clients. */
import { on } from 'node:events';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { bareSocket, joined, liveClient, until } from './live-client.ts';

const server = useTestServer();

function person(topic: string, key: string, vsn?: '1.0.0' | '2.0.0') {
  const client = liveClient(server(), vsn);
  const events: string[] = [];
  const channel = client.channel(topic, { config: { presence: { key } } });
  channel
    .on('presence', { event: 'join' }, (joining) => void events.push(`join ${joining.key}`))
    .on('presence', { event: 'leave' }, (leaving) => void events.push(`leave ${leaving.key}`));
  return { client, channel, events };
}

/** A channel's knowledge of others: keys, and what they announced. */
function known(channel: RealtimeChannel): Record<string, unknown[]> {
  const told = ({ presence_ref: _reference, ...rest }: { presence_ref: string }) => rest;
  return Object.fromEntries(
    Object.entries(channel.presenceState()).map(([key, metas]) => [key, metas.map(told)]),
  );
}

test.each(['1.0.0', '2.0.0'] as const)(
  'those who are there see who comes, changes and goes (version %s)',
  async (vsn) => {
    const topic = `lobby ${vsn}`;
    const [ann, bob] = [person(topic, 'ann', vsn), person(topic, 'bob', vsn)];
    await joined(ann.channel);
    expect(await ann.channel.track({ at: 1 })).toBe('ok');
    await joined(bob.channel);
    await until(() => 'ann' in known(bob.channel));
    expect(known(bob.channel)).toEqual({ ann: [{ at: 1 }] });
    await bob.channel.track({ at: 2 });
    await until(() => 'bob' in known(ann.channel));
    await bob.channel.track({ at: 3 });
    await until(() => JSON.stringify(known(ann.channel)).includes('3'));
    expect(known(ann.channel)).toEqual({ ann: [{ at: 1 }], bob: [{ at: 3 }] });
    await bob.channel.untrack();
    await until(() => !('bob' in known(ann.channel)));
    await ann.client.removeAllChannels();
    await until(() => bob.events.includes('leave ann'));
    await bob.client.removeAllChannels();
  },
);

test('a lost connection takes its presence with it', async () => {
  const [ann, bob] = [person('storm', 'ann'), person('storm', 'bob')];
  await joined(ann.channel);
  await joined(bob.channel);
  await bob.channel.track({});
  await until(() => 'bob' in known(ann.channel));
  await bob.client.realtime.disconnect();
  await until(() => !('bob' in known(ann.channel)));
  await ann.client.removeAllChannels();
});

test('two tabs of one person are two presences under one key', async () => {
  const tabs = [person('tabs', 'ann'), person('tabs', 'ann')] as const;
  for (const { channel } of tabs) await joined(channel);
  await tabs[0].channel.track({ tab: 1 });
  await tabs[1].channel.track({ tab: 2 });
  await until(() => known(tabs[0].channel).ann?.length === 2);
  expect(known(tabs[0].channel)).toEqual({ ann: [{ tab: 1 }, { tab: 2 }] });
  await Promise.all(tabs.map(({ client }) => client.removeAllChannels()));
});

test('a sixth change in half a minute ends the channel', async () => {
  const { client, channel } = person('busy', 'ann');
  const told: string[] = [];
  channel.on('system', {}, ({ message }) => void told.push(message));
  await joined(channel);
  for (let n = 1; n <= 5; n++) expect(await channel.track({ n })).toBe('ok');
  void channel.track({ n: 6 }, { timeout: 100 });
  await until(() => told.length > 0);
  expect(told).toEqual(['Client presence rate limit exceeded']);
  await client.removeAllChannels();
});

test('a client from before presence could be switched off hears it', async () => {
  const bare = await bareSocket(server(), { vsn: '1.0.0' });
  const topic = 'realtime:old client';
  const say = (event: string, payload: object, ref: string) => ({
    topic,
    event,
    payload,
    ref,
    join_ref: '1',
  });
  const track = (at: number) => ({ type: 'presence', event: 'track', payload: { name: 'Ana', at } });
  bare.send(
    say('phx_join', { config: { presence: { key: 'ana' }, private: false } }, '1'),
    say('presence', track(1), '2'),
    say('presence', track(2), '3'),
  );
  const diffs = () =>
    bare.received.filter((message) => (message as { event: string }).event === 'presence_diff');
  await until(() => diffs().length === 2);
  expect(bare.received).toContainEqual(expect.objectContaining({ event: 'presence_state', payload: {} }));
  expect(diffs()).toMatchObject([
    { payload: { joins: { ana: { metas: [{ at: 1 }] } }, leaves: {} } },
    // The same person comes and goes at once.
    { payload: { joins: { ana: { metas: [{ at: 2 }] } }, leaves: { ana: { metas: [{ at: 1 }] } } } },
  ]);
  bare.socket.terminate();
});

test('joining a topic full of presences again and again has to wait', async () => {
  const join = (ref: string, enabled: boolean) => [
    ref,
    ref,
    'realtime:full',
    'phx_join',
    { config: { presence: { enabled } } },
  ];
  const track = { type: 'presence', event: 'track', payload: { text: 'x'.repeat(60_000) } };
  const told = await Promise.all(Array.from({ length: 8 }, () => bareSocket(server())));
  for (const bare of told) bare.send(join('1', false), ['1', '2', 'realtime:full', 'presence', track]);
  await Promise.all(told.map((bare) => bare.answer('2')));
  const asking = await bareSocket(server());
  // To read them would take this process as long as the server.
  asking.socket.removeAllListeners('message');
  const began = performance.now();
  for (let ref = 1; ref <= 40; ref++) {
    asking.send(join(String(ref), true));
    for await (const [data] of on(asking.socket, 'message'))
      if (String(data).includes('presence_state')) break;
  }
  // Some 480 KB each time, a kilobyte as one delivery: 19,200 take almost a second beyond a store of 10,000.
  expect(performance.now() - began).toBeGreaterThan(700);
  for (const { socket } of [...told, asking]) socket.terminate();
});
