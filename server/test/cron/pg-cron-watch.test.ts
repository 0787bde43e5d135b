/**
 * The notes of pg_cron about its runs become a warning. No test brings pg_cron along, as Debian's is too old: its tables stand
 * here as its version 1.6 has them, in a database that says that it has the extension.
 */
import { expect, test } from 'vitest';
import { watchPgCron } from '../../src/cron/pg-cron-watch.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { startTestServer } from '../support/test-server.ts';

const PG_CRON = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  select 99999, 'pg_cron', oid, 'cron'::regnamespace, false, '1.6' from pg_roles where rolname = current_user;
  alter table cron.job add column if not exists database text not null default current_database();
  create table cron.job_run_details (jobid bigint, runid bigint primary key, job_pid integer, database text, username text,
    command text, status text, return_message text, start_time timestamptz, end_time timestamptz);
`;
const run = (id: number, status: string, message: string) => `
  insert into cron.job_run_details (jobid, runid, status, return_message, start_time)
  select jobid, ${id}, '${status}', '${message}', now() from cron.job where jobname = 'page-work'`;

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a queue that pg_cron does not work off warns in the log and at /health/ready (needs TEST_DATABASE_URL)',
  async () => {
    await using server = await startTestServer({ extra: PG_CRON + run(1, 'failed', 'connection failed') });
    const ready = async () => (await fetch(`${server.url}/health/ready`)).json();
    const sentence = expect.stringMatching(/^pg_cron fails to run the job page-work, .+docs\/deploy\.md/);
    expect(await ready()).toEqual({ status: 'ok', warnings: [sentence] });
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
    expect(server.observations).toContainEqual({
      kind: 'job-has-problem',
      name: 'page-work',
      problem: expect.stringMatching(/left undone: .+ It says: connection failed$/),
    });

    const observed: Observation[] = [];
    const sql = (text: string) => server.database.asOwner((transaction) => transaction.query({ text }));
    const times = { everyMs: 20, patienceMs: 60_000 };
    await using watch = new AsyncDisposableStack();
    const often = watch.adopt(await watchPgCron(server.database, (it) => observed.push(it), times), (it) =>
      it.stop(),
    );
    await sql(run(2, 'succeeded', '1 row'));
    await sql(run(3, 'running', ''));
    await expect.poll(often.warnings).toEqual([]);
    // Told once, however often it was seen.
    expect(observed).toHaveLength(1);
    await sql(`update cron.job set database = 'another'`);
    await expect.poll(often.warnings).toContainEqual(expect.stringContaining('in another database'));
    await sql(`update cron.job set database = current_database()`);
    await sql(`update cron.job_run_details set start_time = now() - interval '1 hour'`);
    await expect.poll(often.warnings).toEqual([]);
    const impatient = watch.adopt(
      await watchPgCron(server.database, () => undefined, { ...times, patienceMs: 50 }),
      (it) => it.stop(),
    );
    await expect
      .poll(impatient.warnings)
      .toEqual([expect.stringContaining('does not run the job page-work')]);
  },
);
