/**
 * The composition root: builds every part from the configuration, starts listening, and stops in the right order.
 * It stops on SIGTERM and SIGINT: requests in flight and background work may end, for a while each.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { openBackups } from './backup/open-backups.ts';
import type { Config } from './config/config.ts';
import { databaseLimits, RunTimeSettings } from './config/run-time-settings.ts';
import { watchSecrets } from './config/secret-marks.ts';
import type { Secrets } from './config/secrets.ts';
import { startCronClock } from './cron/cron-clock.ts';
import { watchPgCron } from './cron/pg-cron-watch.ts';
import { closeInTime } from './database/close-in-time.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { traceDatabase } from './database/trace-database.ts';
import { createEncryption } from './encryption/encryption.ts';
import { createBackground } from './http/background.ts';
import { bodyLimits, createRequestBodies } from './http/bodies/request-bodies.ts';
import { answerLimits, createUnsentAnswers } from './http/bodies/unsent-answers.ts';
import { createAccessTokens } from './http/caller/access-token.ts';
import { createCallerResolver } from './http/caller/caller.ts';
import { followSessions } from './http/caller/live-sessions.ts';
import { createHttpServer } from './http/http-server.ts';
import { isLoopback } from './http/secure-context.ts';
import { type PublicConfig, requireReadableBuild } from './http/web-app/web-app.ts';
import { watchDisk } from './machine/disk-watch.ts';
import { heldMemoryMb, writtenMemoryMb } from './machine/memory-need.ts';
import { outboxKey } from './mail/outbox-key.ts';
import { MailQueue } from './mail/queue/mail-queue.ts';
import { sendTestMail } from './mail/test-mail.ts';
import { createMailTransport } from './mail/transport/create-transport.ts';
import { gauges, type Measured } from './metrics/gauges.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { createMetricsRoute } from './metrics/metrics-route.ts';
import type { Observe } from './observe/observation.ts';
import { noTracing, type Tracing } from './observe/tracing/tracing.ts';
import { mailDeletionNotices } from './protocols/auth/account/mail-deletion-notices.ts';
import { createAuthServices } from './protocols/auth/auth-protocol.ts';
import { fillLeftOrders } from './protocols/auth/mail-orders/fill-orders.ts';
import { checkEncryptionKeys } from './protocols/auth/mfa/check-encryption-keys.ts';
import { createOidcProvider } from './protocols/auth/oidc/oidc-provider.ts';
import { findFunctions } from './protocols/functions/find-functions.ts';
import { startFunctionClock } from './protocols/functions/function-clock.ts';
import { functionEnvironment } from './protocols/functions/function-environment.ts';
import { createFunctionsHost } from './protocols/functions/functions-host.ts';
import { createRealtimeProtocol, SOCKET_PATH } from './protocols/realtime/realtime-protocol.ts';
import { createStorageProtocol } from './protocols/storage/storage-protocol.ts';
import type { Services } from './services.ts';

const WEB_DIRECTORY = fileURLToPath(new URL('../../web/dist', import.meta.url));
const SUPABASE_DIRECTORY = fileURLToPath(new URL('../../supabase', import.meta.url));
const STOP_TIMEOUT_MS = 10_000;

export interface RunningServer {
  readonly url: string;
  /** The address that shows unsent mails, with the secret that it takes; undefined when there is none. */
  readonly outboxUrl: string | undefined;
  readonly database: Database;
  /** Resolves when no work goes on any more after an answer. */
  idle(): Promise<void>;
  /**
   * Lets requests in flight finish (at most 10 s), then background work (at most 10 s more), then closes the
   * database.
   */
  stop(): Promise<void>;
}

/**
 * @param tracing is stopped with the server
 * @throws {Error} when the database cannot be opened or the port is taken; nothing is left running
 */
export async function startServer(
  config: Config,
  secrets: Secrets,
  observe: Observe,
  tracing: Tracing = noTracing,
): Promise<RunningServer> {
  const opened = new AsyncDisposableStack();
  try {
    return await openAll(opened, config, secrets, observe, tracing);
  } catch (error) {
    await closeInTime(STOP_TIMEOUT_MS, () => opened.disposeAsync());
    throw error;
  }
}

/** @param opened gets whatever has to be closed, which is done in the opposite order */
async function openAll(
  opened: AsyncDisposableStack,
  config: Config,
  secrets: Secrets,
  log: Observe,
  tracing: Tracing,
): Promise<RunningServer> {
  const isMeasured = config.metrics.port !== undefined || secrets.metricsToken !== undefined;
  const metrics = isMeasured ? await createMetrics() : undefined;
  const observe: Observe = (observation) => {
    log(observation);
    metrics?.observe(observation);
  };
  const outbox = path.join(config.dataDir, 'outbox');
  const key = readsOwnMail(config) ? outboxKey(secrets.secretKey) : undefined;
  await requireReadableBuild(WEB_DIRECTORY);
  const found = await findFunctions(SUPABASE_DIRECTORY);
  const tokens = await createAccessTokens(secrets.jwtKeys);
  const transport = opened.adopt(await createMailTransport({ ...config.mail, outbox }), (it) => it.close());
  const { database, runTime } = await openData(opened, config, observe, tracing);
  const background = opened.adopt(createBackground(observe), (it) => it.idle(STOP_TIMEOUT_MS));
  const liveSessions = await followSessions(database);
  const resolveCaller = createCallerResolver(secrets, tokens, liveSessions);
  const encryption = createEncryption(secrets.encryptionKeys);
  await checkEncryptionKeys(database, encryption, observe);
  const marks = opened.adopt(await watchSecrets(database, secrets, observe), (it) => it.stop());
  const { from } = config.mail;
  const mails = await openMails(opened, { database, encryption, transport, background, observe, from });
  opened.adopt(await mailDeletionNotices({ database, mails, background }), (it) => it.stop());
  opened.adopt(await startCronClock(database, observe), (it) => it.stop());
  const pgCron = opened.adopt(await watchPgCron(database, observe), (it) => it.stop());
  const disk = opened.adopt(await watchDisk(config.dataDir), (it) => it.stop());
  const host = createFunctionsHost(found, functionEnvironment(config, secrets), observe);
  const functions = opened.adopt(host, (it) => it.stop());
  const services: Services = {
    config,
    runTime,
    database,
    tokens,
    resolveCaller,
    liveSessions,
    encryption,
    mails,
    background,
    ...heldInMemory(config.database.kind),
    observe,
  };
  const oidc = config.oidc && createOidcProvider(config.oidc, secrets.oidcClientSecret, config.siteUrl);
  const auth = createAuthServices(services, oidc);
  opened.adopt(fillLeftOrders(auth), (it) => it.stop());
  const realtime = await createRealtimeProtocol(services, secrets.publishableKey);
  opened.defer(() => realtime.close());
  const storage = opened.adopt(await createStorageProtocol(services, secrets), (it) => it.close());
  const backed = { database, files: storage.files, secrets, observe };
  const backups = opened.adopt(await openBackups(config, backed), (it) => it.stop());
  addGauges(metrics, { database, sockets: realtime.sockets, inventory: storage.inventory });
  const clocked = { secretKey: secrets.secretKey, origin: config.siteUrl };
  const clock = opened.adopt(startFunctionClock(found, functions, clocked), (it) => it.stop());
  const app = createApp(services, {
    auth,
    tracing,
    realtime: realtime.routes,
    storage: storage.routes,
    functions,
    callScheduled: () => clock.callNow(),
    backups,
    publicConfig: publicConfigOf(config, secrets),
    webDirectory: WEB_DIRECTORY,
    sendTestMail: (to) => sendTestMail(transport, from, to),
    warnings: () => [marks, pgCron, disk, mails, storage, backups].flatMap((part) => part.warnings()),
    metrics:
      metrics && secrets.metricsToken !== undefined
        ? createMetricsRoute(metrics, secrets.metricsToken)
        : undefined,
    outbox: key === undefined ? undefined : { directory: outbox, key },
  });
  const http = createHttpServer(app.fetch, observe);
  http.onUpgrade(SOCKET_PATH, realtime.upgrade);
  await http.listen(config.host, config.port);
  opened.defer(() => http.close(STOP_TIMEOUT_MS));
  backups.start();
  await openMetricsPort(opened, config, metrics, secrets.metricsToken, observe);
  return {
    url: config.siteUrl,
    outboxUrl: key === undefined ? undefined : `${config.siteUrl}/dev/mail?key=${key}`,
    database,
    idle: () => background.idle(),
    stop: () => opened.disposeAsync(),
  };
}

async function openMails(
  opened: AsyncDisposableStack,
  needs: ConstructorParameters<typeof MailQueue>[0],
): Promise<MailQueue> {
  const mails = opened.adopt(new MailQueue(needs), (it) => it.stop());
  await mails.start();
  needs.background.run(() => mails.check());
  return mails;
}

function heldInMemory(kind: Config['database']['kind']) {
  const mostMb = heldMemoryMb(kind);
  return {
    bodies: createRequestBodies(bodyLimits(mostMb)),
    unsent: createUnsentAnswers(answerLimits(mostMb)),
    mostWrittenBytes: writtenMemoryMb(kind) * 1024 * 1024,
  };
}

/** The database, and the settings that it keeps. */
async function openData(
  opened: AsyncDisposableStack,
  config: Config,
  observe: Observe,
  tracing: Tracing,
): Promise<{ readonly database: Database; readonly runTime: RunTimeSettings }> {
  opened.defer(() => tracing.stop());
  const runTime = new RunTimeSettings(config);
  const limits = () => databaseLimits(runTime.values, config.api);
  const database = traceDatabase(await openDatabase(config.database, config.api, observe, limits), tracing);
  opened.defer(() => database.close());
  await runTime.follow(database);
  return { database, runTime };
}

function publicConfigOf(config: Config, { publishableKey }: Secrets): PublicConfig {
  return {
    supabaseUrl: config.siteUrl,
    supabasePublishableKey: publishableKey,
    ...(config.oidc && { signInProvider: config.oidc.name }),
  };
}

function addGauges(metrics: Metrics | undefined, measured: Measured): void {
  for (const gauge of gauges(measured)) metrics?.addGauge(gauge);
}

/** A port of its own for numbers, where one is set. */
async function openMetricsPort(
  opened: AsyncDisposableStack,
  { host, metrics: { port } }: Config,
  metrics: Metrics | undefined,
  token: string | undefined,
  observe: Observe,
): Promise<void> {
  if (!metrics || port === undefined) return;
  const apart = createHttpServer(createMetricsRoute(metrics, token).fetch, observe);
  await apart.listen(host, port);
  opened.defer(() => apart.close(STOP_TIMEOUT_MS));
}

/** Mails hold sign-in links: at a public address they are read in the folder, never over HTTP. */
function readsOwnMail(config: Config): boolean {
  return config.mail.smtpUrl === undefined && isLoopback(new URL(config.siteUrl));
}
