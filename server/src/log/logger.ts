/**
 * Prints observations as JSON lines. The only place that knows levels. Postgres' `detail` and `where` are left out,
 * since they hold values of rows.
 */
import pino from 'pino';
import type { Config } from '../config/config.ts';
import { ofStart } from '../config/secret-marks.ts';
import { editedSentence } from '../database/migrate/applied-texts.ts';
import { isDiskFull } from '../machine/disk-room.ts';
import type { Observation, Observe } from '../observe/observation.ts';

const LOG_BUFFER_BYTES = 65_536;
const LOG_DELAY_MS = 200;
const DISK_FULL_AGAIN_MS = 600_000;

const QUIET_PATHS = /^\/(health(\/|$)|assets\/)/;

export function createLogger(level: Config['logLevel']): Observe {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Postgres puts the refused row here, with all its values.
    redact: { paths: ['err.detail', 'err.where'], remove: true },
  };
  const logger = pino(options, openOutput());
  const isToldAgain = createRepetitions();
  return (observation) => {
    const { kind, ...fields } = observation;
    const shown = 'error' in fields ? { ...fields, err: fields.error, error: undefined } : fields;
    const advice = adviceOn(observation);
    logger[isToldAgain(observation) ? 'debug' : levelOf(observation)](
      advice === undefined ? shown : { ...shown, advice },
      kind,
    );
  };
}

/**
 * Writes lines together, a fifth of a second late at most: a write for each request costs more than most of its
 * work. The rest is written before the process ends. A log that cannot be written, as on a full disk, does not
 * stop the server: the newest lines are lost when too many wait.
 */
function openOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_BUFFER_BYTES,
    maxWrite: 2 * LOG_BUFFER_BYTES,
    maxLength: 16 * LOG_BUFFER_BYTES,
    periodicFlush: LOG_DELAY_MS,
  });
  const flushSync = output.flushSync.bind(output);
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  // pino's own would retry for ever, and the process would not end.
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}

/** Every request fails on a full disk. Each kind is logged once in a while, or the log would fill the disk. */
function createRepetitions(): (observation: Observation) => boolean {
  const told = new Map<Observation['kind'], number>();
  return (observation) => {
    if (!('error' in observation) || !isDiskFull(observation.error)) return false;
    const now = performance.now();
    if (now - (told.get(observation.kind) ?? -Infinity) < DISK_FULL_AGAIN_MS) return true;
    told.set(observation.kind, now);
    return false;
  };
}

function levelOf(observation: Observation): 'debug' | 'info' | 'warn' | 'error' {
  switch (observation.kind) {
    case 'request':
      return observation.status < 500 && QUIET_PATHS.test(observation.path) ? 'debug' : 'info';
    case 'request-failed':
    case 'function-failed':
    case 'mail-failed':
    case 'mail-server-away':
    case 'mail-not-undone':
    case 'background-failed':
    case 'backup-failed':
    case 'job-failed':
    case 'realtime-failed':
    case 'encryption-key-missing':
    case 'secrets-changed':
    case 'files-lost':
      return 'error';
    case 'abandoned-uploads-removed':
    case 'file-missing':
    case 'unknown-files-found':
    case 'unknown-files-kept':
    case 'unknown-files-removed':
    case 'images-not-rendered':
    case 'mail-postponed':
    case 'mail-dropped':
    case 'connections-cut':
    case 'memory-short':
    case 'migrations-edited':
    case 'privileges-repaired':
    case 'job-has-problem':
    case 'database-awaited':
    case 'database-connection-lost':
    case 'refresh-token-reused':
    case 'proxy-not-trusted':
    case 'provider-failed':
      return 'warn';
    default:
      return 'info';
  }
}

/** Advice for the operator, where the observation's name does not say what to do. */
function adviceOn(observation: Observation): string | undefined {
  if ('error' in observation && isDiskFull(observation.error))
    return 'The disk is full: nothing can be saved until there is room.';
  if (observation.kind === 'migrations-edited') return editedSentence(observation.files);
  if (observation.kind === 'secrets-changed') return ofStart(observation.settings);
  if (observation.kind === 'files-lost')
    return 'Restore the files from the backup that belongs to the database, or give all processes on it the same DATA_DIR/storage (docs/storage.md).';
  if (observation.kind === 'unknown-files-kept')
    return 'The database may not be the one that these files belong to, so none of them is removed (docs/storage.md).';
  if (observation.kind !== 'encryption-key-missing') return undefined;
  return `ENCRYPTION_KEY is not the one that ${observation.factors} authenticator app(s) were added with, so their owners cannot sign in: give the former key back (docs/accounts.md), or remove those apps.`;
}
