/**
 * Runs the jobs of `cron.job` (server/src/database/migrations/0113_create_cron.sql) when the database has no pg_cron.
 * Every process has a clock; a job is run by one of them at a time. This file does not know what a job does.
 *
 * A job may leave two settings for the clock. pg_cron does not know them and runs the job again by its schedule alone:
 * - `cron.run_again` = `on`: there is more to do, so the job is run again soon.
 * - `cron.problem`: a sentence for the operator's log, where the job as such went well.
 * It finds one of the clock's: `cron.failures`, how many runs failed since the last one that did not. A run that took too long on
 * the embedded database can leave no note of its own.
 */
import type { Database, Transaction } from '../database/database.ts';
import type { Observe } from '../observe/observation.ts';
import { hasPgCron } from './pg-cron-watch.ts';

// Any constant will do, as long as nothing else in the database uses it: "cron" in hexadecimal.
const LOCK_SPACE = 0x63726f6e;
const LONGEST_PAUSE_MS = 300_000;
// A job with more to do leaves three quarters of the time to others: on the embedded database everybody waits for it.
const REST = 3;
const LEAST_REST_MS = 5;
// The embedded database has no timers, and ends statements of its own accord.
const LONGEST_RUN_MS = 10_000;

export interface CronClock {
  /** Resolves when no job is running any more. */
  stop(): Promise<void>;
}

interface Job {
  readonly id: string;
  readonly name: string;
  readonly everyMs: number;
}

interface Left {
  readonly runAgain: boolean;
  readonly problem: string | undefined;
}

export async function startCronClock(
  database: Pick<Database, 'asOwner' | 'listen'>,
  observe: Observe,
): Promise<CronClock> {
  const clock = new Clock(database, observe);
  if (!(await hasPgCron(database))) await clock.start();
  return clock;
}

class Clock implements CronClock {
  readonly #database: Pick<Database, 'asOwner' | 'listen'>;
  readonly #observe: Observe;
  #runners: readonly JobRunner[] = [];
  #reading: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(database: Pick<Database, 'asOwner' | 'listen'>, observe: Observe) {
    this.#database = database;
    this.#observe = observe;
  }

  async start(): Promise<void> {
    await this.#database.listen('cron_jobs_changed', {
      onMessage: () => this.#readAgain(),
      onConnection: (connected) => {
        if (connected) this.#readAgain();
      },
    });
    this.#readAgain();
    await this.#reading;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#reading;
    await Promise.all(this.#runners.map((runner) => runner.stop()));
  }

  #readAgain(): void {
    this.#reading = this.#reading
      .then(() => this.#read())
      .catch((error: unknown) => this.#observe({ kind: 'background-failed', error }));
  }

  async #read(): Promise<void> {
    if (this.#isStopped) return;
    const jobs = await readJobs(this.#database);
    const kept = this.#runners.filter((runner) => jobs.some((job) => isSame(job, runner.job)));
    const gone = this.#runners.filter((runner) => !kept.includes(runner));
    const added = jobs.filter((job) => !kept.some((runner) => isSame(job, runner.job)));
    this.#runners = [...kept, ...added.map((job) => new JobRunner(job, this.#database, this.#observe))];
    // A job that goes on under another schedule does not run twice at once: it is locked.
    await Promise.all(gone.map((runner) => runner.stop()));
  }
}

class JobRunner {
  readonly job: Job;
  readonly #database: Pick<Database, 'asOwner'>;
  readonly #observe: Observe;
  #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #failures = 0;
  #isStopped = false;

  constructor(job: Job, database: Pick<Database, 'asOwner'>, observe: Observe) {
    this.job = job;
    this.#database = database;
    this.#observe = observe;
    this.#timer = this.#after(job.everyMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#run();
    }, ms).unref();
  }

  async #run(): Promise<void> {
    const start = performance.now();
    const pause = await this.#attempt(start);
    if (!this.#isStopped) this.#timer = this.#after(pause);
  }

  /** @returns milliseconds until the next run */
  async #attempt(start: number): Promise<number> {
    const { name, everyMs } = this.job;
    try {
      const { runAgain, problem } = await runJob(this.#database, this.job.id, this.#failures);
      this.#failures = 0;
      if (problem !== undefined) this.#observe({ kind: 'job-has-problem', name, problem });
      const tookMs = performance.now() - start;
      return Math.max(LEAST_REST_MS, REST * tookMs, runAgain ? 0 : everyMs - tookMs);
    } catch (error) {
      this.#failures += 1;
      this.#observe({ kind: 'job-failed', name, error });
      return Math.min(everyMs * 2 ** this.#failures, LONGEST_PAUSE_MS);
    }
  }
}

function isSame(job: Job, other: Job): boolean {
  return job.id === other.id && job.everyMs === other.everyMs;
}

async function readJobs(database: Pick<Database, 'asOwner'>): Promise<Job[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.query<{ id: string; name: string; seconds: string }>({
      text: `select jobid::text as id, coalesce(jobname, 'job ' || jobid) as name, split_part(schedule, ' ', 1) as seconds
        from cron.job where active order by jobid`,
    }),
  );
  return rows.map(({ id, name, seconds }) => ({ id, name, everyMs: Number(seconds) * 1000 }));
}

/** Does nothing while another process runs the job, and when it has been taken away. */
function runJob(database: Pick<Database, 'asOwner'>, id: string, failures: number): Promise<Left> {
  return database.asOwner(async (transaction) => {
    const { rows } = await transaction.query<{ command: string; username: string }>({
      text: `select command, set_config('statement_timeout', '${LONGEST_RUN_MS}ms', true), set_config('cron.failures', $2, true),
          set_config('role', username, true)
        from cron.job
        where jobid = $1 and active and pg_try_advisory_xact_lock(${LOCK_SPACE}, jobid::integer)`,
      values: [id, String(failures)],
    });
    const [job] = rows;
    if (!job) return { runAgain: false, problem: undefined };
    return await runCommand(transaction, job.command);
  });
}

async function runCommand(transaction: Transaction, command: string): Promise<Left> {
  const running = transaction.query({ text: command });
  const settings = transaction.query<{ run_again: string | null; problem: string | null }>({
    text: `select current_setting('cron.run_again', true) as run_again,
      current_setting('cron.problem', true) as problem`,
  });
  await Promise.all([running, settings]);
  const [left] = (await settings).rows;
  return { runAgain: left?.run_again === 'on', problem: left?.problem || undefined };
}
