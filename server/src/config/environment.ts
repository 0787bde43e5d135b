/**
 * Reads the operator's environment variables into typed values. It knows names, formats and defaults of single
 * variables; rules between several of them are in config.ts. An empty variable counts as not set, as in
 * docker-compose files.
 */
import { addressParser } from 'postal-mime';
import { z } from 'zod';

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on');

const url = (protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

// Taken apart only when it is used, and then by somebody who names no variable.
const hasPlainLogin = (value: string) => {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
};
const LOGIN = { error: 'must have the user and the password percent-encoded: a % is written %25' };

const hasHost = (value: string) => !URL.canParse(value) || new URL(value).hostname !== '';

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error });
};

// With a mail server's eyes (RFC 5322 section 3.4): a name if you like, and one address, in the form that is in use.
const sender = z.string().refine(isMailbox, {
  error: 'must be one email address, such as Trellis <no-reply@example.com>',
});

function isMailbox(text: string): boolean {
  const [mailbox, ...others] = addressParser(text);
  return others.length === 0 && /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(mailbox?.address ?? '');
}

const apiKey = z.string().min(20, { error: 'must be at least 20 characters long' });

// A wildcard for everything in the host would let `https://**.example.com` stand for `https://evil.example/.example.com`.
const REDIRECT_URL =
  /^(?!(javascript|data|blob|vbscript|file|about):)[a-z][a-z0-9+.-]*:\/\/(?![^/]*\*\*)[^/@\s]*(\/\S*)?$/i;

const redirectUrls = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every((entry) => REDIRECT_URL.test(entry)), {
    error:
      'must be addresses with a comma between them, such as https://*.example.com/**, with no ** in a host',
  });

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).default(3000),
  SITE_URL: url(['http:', 'https:']).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).refine(hasPlainLogin, LOGIN).optional(),
  SMTP_URL: url(['smtp:', 'smtps:'])
    .refine(hasPlainLogin, LOGIN)
    .refine(hasHost, { error: 'must name the mail server, as smtp://mail.example.com:587 does' })
    .optional(),
  MAIL_FROM: sender.default('Trellis <no-reply@localhost>'),
  API_STATEMENT_TIMEOUT: wholeNumber(1, 3600).default(8),
  API_MAX_ROWS: wholeNumber(1, 100_000_000).default(100_000),
  REQUEST_MAX_MB: wholeNumber(1, 1024).default(32),
  WORKSPACE_MAX_MB: wholeNumber(1, 100_000_000).default(4096),
  AUTH_EMAIL_CONFIRMATION: onOff.optional(),
  AUTH_SIGNUP: onOff.default(true),
  AUTH_RATE_LIMITS: onOff.default(true),
  AUTH_REDIRECT_URLS: redirectUrls.default([]),
  AUTH_REAUTHENTICATION: onOff.default(false),
  SUPABASE_PUBLISHABLE_KEY: apiKey.optional(),
  SUPABASE_SECRET_KEY: apiKey.optional(),
  AUTH_JWT_KEYS: z.string().optional(),
  ENCRYPTION_KEY: z.string().optional(),
  NOTION_API_URL: url(['http:', 'https:']).default('https://api.notion.com'),
  NOTION_CLIENT_ID: z.string().optional(),
  NOTION_CLIENT_SECRET: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
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
