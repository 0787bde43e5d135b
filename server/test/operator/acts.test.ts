/** The operators' log: it has every act, and nobody changes it. */
import { expect, test } from 'vitest';
import { signUp } from '../auth/auth-client.ts';
import { useTestServer } from '../support/test-server.ts';
import { ask, enter, OPERATOR } from './operators.ts';

const server = useTestServer({ operators: [OPERATOR] });

test('the log names who, when, what, to what and from where; it is searched, and paged', async () => {
  const ada = await enter(server());
  const operate = (path: string, request?: Parameters<typeof ask>[3]) =>
    ask(server(), ada.accessToken, path, request);
  const eve = await signUp(server());
  for (const act of ['suspend', 'restore', 'sign-out'])
    await operate(`/people/${eve.userId}/${act}`, { method: 'POST', body: {} });
  await operate('/queues/search/retry', { method: 'POST' });
  const all = await operate('/acts');
  expect(all.body.more).toBe(false);
  expect(all.body.acts).toHaveLength(4);
  expect(all.body.acts[3]).toMatchObject({
    kind: 'operators',
    actor: OPERATOR,
    act: 'person_suspended',
    target: eve.email,
    address: '127.0.0.1',
    at: expect.stringMatching(/^\d{4}-/),
  });
  const { body } = await operate(`/acts?search=${eve.email}&per_page=2`);
  expect([body.acts.length, body.more]).toEqual([2, true]);
  const accounts = await operate(`/acts?kind=accounts&search=${eve.email}`);
  expect(accounts.body.acts.map(({ act }: { act: string }) => act)).toContain('user_signedup');
  expect((await operate('/acts?kind=secrets')).status).toBe(400);
});

test('nobody changes a line, and none goes before a year is over', async () => {
  const owner = (text: string) => server().database.asOwner((transaction) => transaction.query({ text }));
  await owner(`insert into trellis_server.operator_acts (at, actor, act, target, address)
    values (now() - interval '2 years', 'a', 'old', 'b', ''), (now(), 'a', 'new', 'b', '')`);
  await expect(owner(`update trellis_server.operator_acts set actor = 'nobody'`)).rejects.toThrow(
    'cannot be changed',
  );
  await expect(owner(`delete from trellis_server.operator_acts where act = 'new'`)).rejects.toThrow(
    'cannot be changed',
  );
  await owner(`delete from trellis_server.operator_acts where act = 'old'`);
  const { rows } = await owner("select act from trellis_server.operator_acts where actor = 'a'");
  expect(rows).toEqual([{ act: 'new' }]);
});
