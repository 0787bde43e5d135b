/** Trellis as an operator runs it: a process of its own, with a data folder, that can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { SHORT_LIVED } from '../../server/test/support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/support/test-database.ts';
import { unpackDatabase } from '../../server/test/support/unpack-database.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const START_TIMEOUT_MS = 50_000;

export type Neighbour = Pick<TrellisProcess, 'url' | 'start' | 'stop'> & AsyncDisposable;

export class TrellisProcess implements AsyncDisposable {
  /** The address for a browser. */
  readonly url: string;
  readonly dataDir: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #database: TestDatabase;
  readonly #health: string;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    hostname: string,
    port: number,
    dataDir: string,
    database: TestDatabase,
    settings: Readonly<Record<string, string>>,
  ) {
    this.url = `http://${hostname}:${port}`;
    this.#health = `http://localhost:${port}/health`;
    this.dataDir = dataDir;
    this.#database = database;
    this.#environment = {
      ...process.env,
      PORT: String(port),
      SITE_URL: this.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // All journeys come from the same address.
      AUTH_RATE_LIMITS: 'off',
      ...(database.config.kind === 'postgres' ? { DATABASE_URL: database.config.url } : {}),
      ...settings,
    };
  }

  /** @param hostname another one than localhost only the journey's browser has to know */
  static async create(
    settings: Readonly<Record<string, string>> = {},
    hostname = 'localhost',
  ): Promise<TrellisProcess> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-e2e-'));
    await unpackDatabase(path.join(dataDir, 'database'));
    const database = await createTestDatabase();
    const trellis = new TrellisProcess(hostname, await freePort(), dataDir, database, settings);
    await trellis.start();
    return trellis;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [...SHORT_LIVED, MAIN], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.#output += chunk));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#isHealthy())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`Trellis did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** @returns a second process on the same Postgres; where the database is embedded, which allows one process, this one */
  async neighbour(settings: Readonly<Record<string, string>> = {}): Promise<Neighbour> {
    if (this.#database.config.kind !== 'postgres') return neighbourOf(this, async () => undefined);
    const port = await freePort();
    const neighbour = new TrellisProcess('localhost', port, this.dataDir, this.#database, settings);
    await neighbour.start();
    return neighbourOf(neighbour, () => neighbour.stop('SIGTERM'));
  }

  /** The address that shows its unsent mails, as it printed it. */
  get outboxUrl(): string {
    return /Mails: (\S+)/.exec(this.#output)?.[1] ?? '';
  }

  /** @param signal SIGKILL is the power cut: no chance to tidy up */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGTERM');
    await this.#database[Symbol.asyncDispose]();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #isHealthy(): Promise<boolean> {
    const response = await fetch(this.#health).catch(() => undefined);
    return response?.status === 200;
  }
}

function neighbourOf(trellis: TrellisProcess, dispose: () => Promise<void>): Neighbour {
  return {
    url: trellis.url,
    start: () => trellis.start(),
    stop: (signal) => trellis.stop(signal),
    [Symbol.asyncDispose]: dispose,
  };
}
