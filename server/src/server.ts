/** The composition root: builds every part from the configuration, starts listening, and stops in the right order. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Config, isLoopback } from './config/config.ts';
import type { Secrets } from './config/secrets.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { createEncryption } from './encryption/encryption.ts';
import { createAccessTokens } from './http/access-token.ts';
import { createBackground } from './http/background.ts';
import { createCallerResolver } from './http/caller.ts';
import { followSessions } from './http/live-sessions.ts';
import { createRequestBodies } from './http/request-bodies.ts';
import { createMailer } from './mail/mailer.ts';
import { outboxKey } from './mail/outbox-key.ts';
import type { Observe } from './observe/observation.ts';
import { mailDeletionNotices } from './protocols/auth/account/mail-deletion-notices.ts';
import { checkEncryptionKeys } from './protocols/auth/mfa/check-encryption-keys.ts';
import { findFunctions } from './protocols/functions/find-functions.ts';
import { startFunctionClock } from './protocols/functions/function-clock.ts';
import { functionEnvironment } from './protocols/functions/function-environment.ts';
import { createFunctionsHost } from './protocols/functions/functions-host.ts';

const WEB_DIRECTORY = fileURLToPath(new URL('../../web/dist', import.meta.url));
const SUPABASE_DIRECTORY = fileURLToPath(new URL('../../supabase', import.meta.url));
const STOP_TIMEOUT_MS = 10_000;

export interface RunningServer {
  readonly url: string;
  /** Where mails that nobody sends are shown, with the secret that it takes; undefined when they are not. */
  readonly outboxUrl: string | undefined;
  readonly database: Database;
  /** Resolves when nothing goes on any more behind an answer. */
  idle(): Promise<void>;
  /** Lets requests in flight finish (10 s at most), then closes the database. */
  stop(): Promise<void>;
}

/**
 * @throws {Error} when the database cannot be opened or the port is taken; nothing is left running
 */
export async function startServer(
  config: Config,
  secrets: Secrets,
  observe: Observe,
): Promise<RunningServer> {
  const outbox = path.join(config.dataDir, 'outbox');
  const key = readsOwnMail(config) ? outboxKey(secrets.secretKey) : undefined;
  const found = await findFunctions(SUPABASE_DIRECTORY);
  const functions = createFunctionsHost(found, functionEnvironment(config, secrets), observe);
  const database = await openDatabase(config.database, config.api, observe);
  const mailer = createMailer({ ...config.mail, outbox }, observe);
  const background = createBackground(observe);
  const tokens = await createAccessTokens(secrets.jwtKeys);
  const liveSessions = await followSessions(database);
  const resolveCaller = createCallerResolver(secrets, tokens, liveSessions);
  const encryption = createEncryption(secrets.encryptionKeys);
  await checkEncryptionKeys(database, encryption, observe);
  const deletionNotices = await mailDeletionNotices({ database, mailer, background });
  const app = createApp(
    {
      config,
      database,
      tokens,
      resolveCaller,
      liveSessions,
      encryption,
      mailer,
      background,
      bodies: createRequestBodies(),
      observe,
    },
    {
      functions,
      publicConfig: { supabaseUrl: config.siteUrl, supabasePublishableKey: secrets.publishableKey },
      webDirectory: WEB_DIRECTORY,
      outbox: key === undefined ? undefined : { directory: outbox, key },
    },
  );
  const http = createAdaptorServer({ fetch: app.fetch });
  try {
    await listen(http, config);
  } catch (error) {
    deletionNotices.stop();
    await background.idle(STOP_TIMEOUT_MS);
    mailer.close();
    await database.close();
    throw error;
  }
  const clock = startFunctionClock(found, functions, {
    secretKey: secrets.secretKey,
    origin: config.siteUrl,
  });
  return {
    url: config.siteUrl,
    outboxUrl: key === undefined ? undefined : `${config.siteUrl}/dev/mail?key=${key}`,
    database,
    idle: () => background.idle(),
    stop: async () => {
      clock.stop();
      await close(http);
      functions.stop();
      deletionNotices.stop();
      await background.idle(STOP_TIMEOUT_MS);
      mailer.close();
      await database.close();
    },
  };
}

/** Mails hold sign-in links: behind a public address they are read in the folder, never over HTTP. */
function readsOwnMail(config: Config): boolean {
  return config.mail.smtpUrl === undefined && isLoopback(new URL(config.siteUrl));
}

type HttpServer = ReturnType<typeof createAdaptorServer>;

function listen(http: HttpServer, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const problem =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken: set PORT to a free one.`
          : `The server cannot listen on ${host}:${port} (${error.code}): check HOST and PORT.`;
      reject(new Error(problem, { cause: error }));
    });
    http.listen(port, host, resolve);
  });
}

async function close(http: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  if ('closeIdleConnections' in http) http.closeIdleConnections();
  const timer = setTimeout(
    () => 'closeAllConnections' in http && http.closeAllConnections(),
    STOP_TIMEOUT_MS,
  );
  await closed;
  clearTimeout(timer);
}
