/**
 * Watches the jobs where pg_cron runs them, which tells of its failures nowhere but in `cron.job_run_details`: that
 * it cannot connect, nobody would notice until a page is not found. The log (`job-has-problem`) and `/health/ready`
 * say so.
 */
import type { Database } from '../database/database.ts';
import type { Observe } from '../observe/observation.ts';

const EVERY_MS = 60_000;
// A job for every few seconds that has not run for so long does not run.
const PATIENCE_MS = 120_000;
const REMEDY = 'docs/deploy.md (On a Postgres of yours) says how to let it in.';

export interface PgCronWatch {
  /** Sentences for the operator; none while all jobs run, and where pg_cron does not run them. */
  warnings(): readonly string[];
  stop(): Promise<void>;
}

/** The last run of a job that has ended. */
interface LastRun {
  readonly name: string;
  /** The database that the job leads to. */
  readonly database: string;
  readonly here: string;
  readonly runs_often: boolean;
  readonly status: string | null;
  readonly message: string | null;
  readonly ago_ms: number | null;
}

interface Problem {
  readonly name: string;
  readonly sentence: string;
  readonly message: string | null;
}

export async function watchPgCron(
  database: Pick<Database, 'asOwner'>,
  observe: Observe,
  { everyMs = EVERY_MS, patienceMs = PATIENCE_MS } = {},
): Promise<PgCronWatch> {
  const start = performance.now();
  let warnings: readonly string[] = [];
  const look = async () => {
    const watchedMs = performance.now() - start;
    const problems = (await readLastRuns(database)).flatMap((run) => problemOf(run, watchedMs, patienceMs));
    for (const { name, sentence, message } of problems) {
      if (warnings.includes(sentence)) continue;
      const problem = message ? `${sentence} It says: ${message.trim()}` : sentence;
      observe({ kind: 'job-has-problem', name, problem });
    }
    warnings = problems.map(({ sentence }) => sentence);
  };
  let looking = Promise.resolve();
  const again = () => {
    looking = look().catch((error: unknown) => observe({ kind: 'background-failed', error }));
    return looking;
  };
  let timer: NodeJS.Timeout | undefined;
  if (await hasPgCron(database)) {
    await again();
    timer = setInterval(again, everyMs).unref();
  }
  return {
    warnings: () => warnings,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

function problemOf(run: LastRun, watchedMs: number, patienceMs: number): Problem[] {
  const { name, message } = run;
  if (run.database !== run.here)
    return [
      {
        name,
        message: null,
        sentence: `pg_cron runs the job ${name} in another database, not in this one: ${REMEDY}`,
      },
    ];
  if (run.status === 'failed')
    return [
      {
        name,
        message,
        sentence: `pg_cron fails to run the job ${name}, and its work is left undone: ${REMEDY}`,
      },
    ];
  if (run.runs_often && Math.min(run.ago_ms ?? Infinity, watchedMs) > patienceMs)
    return [
      {
        name,
        message: null,
        sentence: `pg_cron does not run the job ${name}, and its work is left undone: ${REMEDY}`,
      },
    ];
  return [];
}

/** The database's pg_cron runs the jobs, if it has one. */
export async function hasPgCron(database: Pick<Database, 'asOwner'>): Promise<boolean> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.query({ text: "select from pg_extension where extname = 'pg_cron'" }),
  );
  return rows.length > 0;
}

async function readLastRuns(database: Pick<Database, 'asOwner'>): Promise<readonly LastRun[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.query<LastRun>({
      // Without cron.log_run nobody writes down when a job ran.
      text: `select coalesce(jobname, 'job ' || job.jobid) as name, job.database, current_database()::text as here,
        schedule ~ 'second' and coalesce(current_setting('cron.log_run', true), 'on') = 'on' as runs_often,
        last.status, last.return_message as message,
        (extract(epoch from now() - last.start_time) * 1000)::float8 as ago_ms
      from cron.job left join lateral (
        select status, return_message, start_time from cron.job_run_details as run
        where run.jobid = job.jobid and status in ('succeeded', 'failed') order by runid desc limit 1
      ) as last on true
      where active order by job.jobid`,
    }),
  );
  return rows;
}
