/**
 * Reads the operator's environment variables into typed values. It knows names, formats and defaults of single
 * variables; rules between several of them are in config.ts. An empty variable counts as not set, as in
 * docker-compose files.
 */
import { z } from 'zod';

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on');

const url = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const apiKey = z.string().min(20, { error: 'must be at least 20 characters long' });

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a whole number from 1 to 65535' })
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, { error: 'must be a whole number from 1 to 65535' })
    .default(3000),
  SITE_URL: url(['http:', 'https:']).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().default('Trellis <no-reply@localhost>'),
  AUTH_EMAIL_CONFIRMATION: onOff.optional(),
  AUTH_SIGNUP: onOff.default(true),
  SUPABASE_PUBLISHABLE_KEY: apiKey.optional(),
  SUPABASE_SECRET_KEY: apiKey.optional(),
  AUTH_JWT_KEYS: z.string().optional(),
  ENCRYPTION_KEY: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  // Checked, but without effect: nothing reads a proxy's headers.
  TRUST_PROXY: onOff.default(false),
});

export type Environment = z.output<typeof environmentSchema>;

/** Everything that is wrong with the operator's settings, one sentence each, all at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * @param variables the process environment, or a test's own
 * @throws {ConfigError} one sentence per wrong variable, each naming it
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`));
}
