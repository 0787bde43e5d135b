/** Prints observations as JSON lines. The only place that knows levels. */
import pino from 'pino';
import type { Config } from '../config/config.ts';
import type { Observation, Observe } from './observation.ts';

const QUIET_PATHS = /^\/(health$|assets\/)/;

export function createLogger(level: Config['logLevel']): Observe {
  const logger = pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Postgres puts the row that it refused here, with all that is in it.
    redact: { paths: ['err.detail', 'err.where'], remove: true },
  });
  return (observation) => {
    const { kind, ...fields } = observation;
    logger[levelOf(observation)](
      'error' in fields ? { ...fields, err: fields.error, error: undefined } : fields,
      kind,
    );
  };
}

function levelOf(observation: Observation): 'debug' | 'info' | 'warn' | 'error' {
  switch (observation.kind) {
    case 'request':
      return observation.status < 500 && QUIET_PATHS.test(observation.path) ? 'debug' : 'info';
    case 'migration-applied':
      return 'debug';
    case 'request-failed':
    case 'mail-failed':
    case 'mail-not-undone':
      return 'error';
    case 'database-connection-lost':
    case 'refresh-token-reused':
      return 'warn';
    default:
      return 'info';
  }
}
