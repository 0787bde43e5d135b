/** The real server on a free loopback port with a fresh database and an outbox of its own, for a test file. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { type ApiConfig, type AuthConfig, buildConfig, type Config } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { generateSecrets, type Secrets } from '../../src/config/secrets.ts';
import type { Database } from '../../src/database/database.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { startServer } from '../../src/server.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: Database;
  /** The address that shows its unsent mails, if there is one. */
  readonly outboxUrl: string | undefined;
  /** Resolves when no work goes on any more after an answer. */
  idle(): Promise<void>;
  /** Everything the server reported so far. */
  readonly observations: readonly Observation[];
  /** Waits for a mail to the address; the newest when there are several. */
  mailTo(address: string): Promise<Email>;
  mailsTo(address: string): Promise<Email[]>;
}

// Hashing passwords would be a third of the work of many tests. Its cost is tried where it is the subject.
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Settings that differ from a plain first start. */
type Overrides = Partial<Omit<Config, 'auth' | 'api' | 'mail'>> & {
  /** SQL for tables and functions of the tests' own, without rows, which the database has before the server starts. */
  readonly extra?: string;
  readonly auth?: Partial<AuthConfig>;
  readonly api?: Partial<ApiConfig>;
  readonly mail?: Partial<Config['mail']>;
};

/**
 * Starts a server before a test file's tests and stops it after them.
 * @returns the running server, to be asked inside tests and hooks
 */
export function useTestServer(overrides: Overrides = {}): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(overrides);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!server) throw new Error('The test server is not running yet.');
    return server;
  };
}

/**
 * @param overrides settings that differ from a plain first start
 * @param shared the secrets of another server on the same database
 */
export async function startTestServer(
  { auth, api, mail, extra, ...overrides }: Overrides = {},
  shared?: Secrets,
): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-test-'));
  const testDatabase = await createTestDatabase(extra);
  const secrets = shared ?? (await generateSecrets());
  const port = await freePort();
  const plain = buildConfig(
    readEnvironment({
      PORT: String(port),
      DATA_DIR: dataDir,
      // All tests of a file come from the same address.
      AUTH_RATE_LIMITS: 'off',
      // A statement that takes as long on a busy machine is still a good one.
      API_STATEMENT_TIMEOUT: '60',
      // A port where nothing listens: no test reaches Notion itself.
      NOTION_API_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
    }),
  );
  const config: Config = {
    ...plain,
    database: testDatabase.config,
    ...overrides,
    auth: { ...plain.auth, passwordCost: CHEAP, ...auth },
    api: { ...plain.api, ...api },
    mail: { ...plain.mail, ...mail },
  };
  const observations: Observation[] = [];
  const server = await startServer(config, secrets, (observation) => observations.push(observation));
  const mailsTo = async (address: string) => {
    await server.idle();
    return readOutbox(path.join(dataDir, 'outbox'), address);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    config,
    secrets,
    database: server.database,
    outboxUrl: server.outboxUrl,
    idle: server.idle,
    observations,
    mailsTo,
    mailTo: async (address) => {
      for (let attempt = 0; attempt < 1800; attempt++) {
        const [mail] = await mailsTo(address);
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No mail to ${address} came.`);
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await testDatabase[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** @returns the mails to an address, the newest first */
async function readOutbox(outbox: string, address: string): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))),
  );
  return mails.filter((mail) => mail.to?.some((to) => to.address === address));
}
