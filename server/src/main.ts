/**
 * The process: reads the environment, starts the server, stops it on a signal. A second signal ends the process at
 * once.
 */
import { buildConfig } from './config/config.ts';
import { ConfigError, readEnvironment } from './config/environment.ts';
import { loadSecrets } from './config/secrets.ts';
import { announceStart, banner } from './log/announce.ts';
import { createLogger } from './log/logger.ts';
import { memoryAdvice, SERVER_NEEDS_MB } from './machine/memory-need.ts';
import { createTracing } from './observe/tracing/create-tracing.ts';
import { startServer } from './server.ts';

const LAST_WORDS_MS = 2000;

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const config = buildConfig(environment);
  const secrets = await loadSecrets(environment, config.dataDir);
  const log = createLogger(config.logLevel);
  const short = memoryAdvice(
    'Trellis',
    SERVER_NEEDS_MB[config.database.kind],
    'give it more, or the system may end it without a word.',
  );
  if (short !== undefined) log({ kind: 'memory-short', advice: short });
  const observe = announceStart(config, log, (text) => process.stderr.write(text));
  const server = await startServer(config, secrets, observe, await createTracing(process.env));
  observe({ kind: 'listening', url: server.url });
  process.stdout.write(banner(config, server.outboxUrl));

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    observe({ kind: 'stopping', signal });
    server.stop().then(() => {
      observe({ kind: 'stopped' });
      // There is nothing left to wait for; should anything be, it does not count.
      setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
    }, fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fail(error: unknown): void {
  const lines =
    error instanceof ConfigError ? error.problems : [error instanceof Error ? error.message : String(error)];
  // This process has failed, and must not look as if it ran, whatever is still open or hangs.
  setTimeout(() => process.exit(1), LAST_WORDS_MS);
  process.stderr.write(`${lines.join('\n')}\n`, () => process.exit(1));
}

// Nobody reads what is printed, or there is no room for it: that ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
await main().catch(fail);
