/** Jobs of `cron.job` run by their schedule, one process at a time, until they are taken away or the clock stops. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CronClock, startCronClock } from '../../src/cron/cron-clock.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { PooledDatabase } from '../../src/database/pooled-database.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const TABLE = 'create table public.runs (job text, who text default current_user)';

let created: TestDatabase;
let database: PooledDatabase;
let clock: CronClock;
let observed: Observation[];

const sql = async (text: string) =>
  (await database.asOwner((transaction) => transaction.query<Record<string, unknown>>({ text }))).rows;
const runsOf = async (job: string) => (await sql(`select who from public.runs where job = '${job}'`)).length;
const untilRuns = (job: string, least = 1) => expect.poll(() => runsOf(job)).toBeGreaterThanOrEqual(least);
const insert = (job: string) => `insert into public.runs (job) values (''${job}'')`;

beforeAll(async () => {
  created = await createTestDatabase(TABLE);
  database = new PooledDatabase(await openEngine(created.config), 10);
});
afterAll(async () => {
  await database.close();
  await created[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await sql('delete from cron.job');
  await sql('delete from public.runs');
  observed = [];
  clock = await startCronClock(database, (observation) => observed.push(observation));
});
afterEach(() => clock.stop());

test('a job that is scheduled, replaced and taken away while the clock runs', async () => {
  const [first] = await sql(`select cron.schedule('one', '1 second', '${insert('first')}') as id`);
  await untilRuns('first', 2);
  const [second] = await sql(`select cron.schedule('one', '2 seconds', '${insert('second')}') as id`);
  expect(second).toEqual(first);
  await untilRuns('second');
  await sql(`select cron.unschedule('one')`);
  await sql(`select cron.schedule('1 second', '${insert('another')}')`);
  const last = await runsOf('second');
  await untilRuns('another', 3);
  expect(await runsOf('second')).toBe(last);
});

test('a job that fails is reported and keeps no other from running', async () => {
  await sql(`select cron.schedule('broken', '1 second', 'select 1 / 0')`);
  await sql(`select cron.schedule('sound', '1 second', '${insert('sound')}')`);
  await untilRuns('sound', 2);
  await expect
    .poll(() => observed)
    .toContainEqual({
      kind: 'job-failed',
      name: 'broken',
      error: expect.objectContaining({ code: '22012' }),
    });
});

test('a job finds how often it has failed, and how long a run of it may take', async () => {
  await sql(`select cron.schedule('once broken', '1 second', 'insert into public.runs (job)
    select current_setting(''cron.failures'') || '' '' || current_setting(''statement_timeout'')
    where 1 / current_setting(''cron.failures'')::integer > 0')`);
  await untilRuns('1 10s');
});

test('a job with more to do is run again before its time', async () => {
  await sql(`select cron.schedule('much', '1 second', 'with run as (${insert('much')} returning 1)
    select set_config(''cron.run_again'', ''on'', true) from run where (select count(*) from public.runs) < 40')`);
  await untilRuns('much', 40);
});

test('a job can tell the operator of a problem', async () => {
  await sql(`select cron.schedule('1 second', 'select set_config(''cron.problem'', ''It rains.'', true)')`);
  await expect
    .poll(() => observed)
    .toContainEqual({
      kind: 'job-has-problem',
      name: expect.stringMatching(/^job \d+$/),
      problem: 'It rains.',
    });
});

test('a job runs as the role that scheduled it, and not while it is inactive', async () => {
  await sql('grant insert on public.runs to authenticated');
  await sql(`insert into cron.job (jobname, schedule, command, username, active) values
    ('theirs', '1 second', '${insert('theirs')}', 'authenticated', true),
    ('asleep', '1 second', '${insert('asleep')}', 'authenticated', false)`);
  await untilRuns('theirs', 2);
  expect(await sql('select distinct job, who from public.runs')).toEqual([
    { job: 'theirs', who: 'authenticated' },
  ]);
});

test('a clock that is stopped begins nothing', async () => {
  await sql(`select cron.schedule('one', '1 second', '${insert('one')}')`);
  await untilRuns('one');
  await clock.stop();
  const last = await runsOf('one');
  const other = await startCronClock(database, () => undefined);
  await sql(`select cron.schedule('one', '1 second', '${insert('other')}')`);
  await untilRuns('other', 2);
  await other.stop();
  expect(await runsOf('one')).toBe(last);
});

test.each(['0 seconds', '60 seconds', '5 minutes', '* * * * *', '1 second or so'])(
  'the schedule "%s" is refused',
  async (schedule) => {
    await expect(sql(`select cron.schedule('one', '${schedule}', 'select 1')`)).rejects.toThrow(
      /job_schedule_known/,
    );
  },
);

test('a job that is not there cannot be taken away', async () => {
  await expect(sql(`select cron.unschedule('none')`)).rejects.toThrow(/could not find valid entry/);
  await expect(sql('select cron.unschedule(0)')).rejects.toThrow(/could not find valid entry/);
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a job that another process runs is left alone (needs TEST_DATABASE_URL)',
  async () => {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const [job] = await sql(`select cron.schedule('one', '1 second', '${insert('one')}') as id`);
    const other = database.asOwner(async (transaction) => {
      await transaction.query({
        text: 'select pg_advisory_xact_lock(1668444014, $1::integer)',
        values: [job?.id],
      });
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const before = await runsOf('one');
    await sql(`select cron.schedule('two', '1 second', '${insert('two')}')`);
    await untilRuns('two', 3);
    expect(await runsOf('one')).toBe(before);
    release.resolve();
    await other;
    await untilRuns('one', before + 1);
  },
);
