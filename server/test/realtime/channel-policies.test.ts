/**
 * Policies on `realtime.messages` decide who reads and writes a private channel; asking them leaves nothing in the
 * database.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/database/database.ts';
import { createChannelPolicies } from '../../src/protocols/realtime/database/channel-policies.ts';
import { openRealtimeTest, type RealtimeTestDatabase } from './realtime-database.ts';

let opened: RealtimeTestDatabase;
beforeAll(async () => {
  opened = await openRealtimeTest();
  await opened.sql(`create table public.rooms (name text primary key, member uuid)`);
  await opened.sql(`create policy hear on realtime.messages for select to authenticated using (
    extension = 'broadcast'
    and exists (select from public.rooms where name = realtime.topic() and member = auth.uid()))`);
  await opened.sql(`create policy say on realtime.messages for insert to authenticated with check (
    extension = 'presence' and topic = realtime.topic() and realtime.topic() like 'open%')`);
  await opened.sql('grant select on public.rooms to authenticated');
  await opened.sql('insert into public.rooms values ($1, $2)', ["it's; mine", ANN]);
});
afterAll(() => opened[Symbol.asyncDispose]());

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';
const signedIn = (sub: string, claims: object = {}): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub, ...claims },
});
const both = ['broadcast', 'presence'] as const;

describe('reading', () => {
  test('is what a policy shows of a message of each kind', async () => {
    const policies = createChannelPolicies(opened.database);
    const mayRead = (caller: Caller, topic: string) => policies.read(caller, topic, both);
    expect(await mayRead(signedIn(ANN), "it's; mine")).toEqual({ broadcast: true, presence: false });
    expect(await mayRead(signedIn(BEN), "it's; mine")).toEqual({ broadcast: false, presence: false });
    expect(await mayRead(signedIn(ANN), 'other')).toEqual({ broadcast: false, presence: false });
    expect(await mayRead({ role: 'anon', claims: { role: 'anon' } }, "it's; mine")).toEqual({
      broadcast: false,
      presence: false,
    });
    expect(await mayRead({ role: 'service_role', claims: { role: 'service_role' } }, 'other')).toEqual({
      broadcast: true,
      presence: true,
    });
    expect(await policies.read(signedIn(ANN), "it's; mine", ['presence'])).toEqual({
      broadcast: false,
      presence: false,
    });
  });

  test('is not had by a claim of another role', async () => {
    const policies = createChannelPolicies(opened.database);
    const liar = signedIn(BEN, { role: 'service_role' });
    expect(await policies.read(liar, "it's; mine", both)).toEqual({ broadcast: false, presence: false });
    expect(await policies.write(liar, "it's; mine", 'broadcast')).toBe(false);
  });
});

test('writing is what a policy lets a caller insert', async () => {
  const policies = createChannelPolicies(opened.database);
  expect(await policies.write(signedIn(BEN), 'open air', 'presence')).toBe(true);
  expect(await policies.write(signedIn(BEN), 'open air', 'broadcast')).toBe(false);
  expect(await policies.write(signedIn(BEN), 'closed', 'presence')).toBe(false);
});

test('a policy that fails is an error, not a yes', async () => {
  await opened.sql('create policy broken on realtime.messages for insert to anon with check (1 / 0 = 1)');
  const policies = createChannelPolicies(opened.database);
  await expect(
    policies.write({ role: 'anon', claims: { role: 'anon' } }, 'x', 'broadcast'),
  ).rejects.toMatchObject({ code: '22012' });
});

test('nothing is left of a question, nor of its role', async () => {
  expect(await opened.sql('select * from realtime.messages')).toEqual([]);
  const [row] = await opened.sql(
    `select current_user::text = session_user::text as same, realtime.topic() as topic`,
  );
  expect(row).toEqual({ same: true, topic: null });
});
