/**
 * Builds the server's configuration from the environment: defaults that depend on other settings, and rules
 * between settings. Holds no secret, so that it may be logged; those are in secrets.ts.
 */
import path from 'node:path';
import { ConfigError, type Environment } from './environment.ts';

export type DatabaseConfig =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly directory: string }
  /** Lost when the process ends. The image is a file to start from, such as an embedded database's backup. */
  | { readonly kind: 'memory'; readonly image?: string };

export interface AuthConfig {
  readonly emailConfirmation: boolean;
  readonly signup: boolean;
  /** Whether there are limits per client address; those per account are always kept. */
  readonly rateLimits: boolean;
  /** Where mailed links may lead beside the site itself (protocols/auth/request/redirect-target.ts). */
  readonly redirectUrls: readonly string[];
  /** Whether a new password needs a mailed code when the sign-in is older than a day. */
  readonly reauthentication: boolean;
}

/** Limits on a request to the Data API. */
export interface ApiConfig {
  /** How long one statement of a caller may take. */
  readonly statementTimeoutS: number;
  /** How many rows an answer has at most, whatever was asked for. */
  readonly maxRows: number;
  /** Megabytes of text that a request may write and a workspace hold; undefined keeps the database's limits. */
  readonly megabytes?: { readonly request: number; readonly workspace: number };
}

/** The operator's app at Notion; its secret is in secrets.ts. */
export interface NotionConfig {
  /** An origin, without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string | undefined;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Public origin, without a trailing slash; every link in a mail starts with it. */
  readonly siteUrl: string;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string };
  readonly auth: AuthConfig;
  readonly api: ApiConfig;
  readonly notion: NotionConfig;
  /** Whether a proxy in front names the client in `X-Forwarded-For`. */
  readonly trustProxy: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
}

/**
 * @throws {ConfigError} when settings contradict each other
 */
export function buildConfig(environment: Environment): Config {
  const dataDir = path.resolve(environment.DATA_DIR);
  const siteUrl = new URL(environment.SITE_URL ?? `http://localhost:${environment.PORT}`);
  const problems: string[] = [];
  if (siteUrl.pathname !== '/' || siteUrl.search !== '' || siteUrl.hash !== '') {
    problems.push('SITE_URL must be an origin without a path, such as https://docs.example.com.');
  }
  if (
    environment.AUTH_EMAIL_CONFIRMATION === true &&
    environment.SMTP_URL === undefined &&
    !isLoopback(siteUrl)
  ) {
    problems.push(
      'AUTH_EMAIL_CONFIRMATION needs SMTP_URL on a public SITE_URL: nobody could read the mails.',
    );
  }
  if (
    environment.SMTP_URL !== undefined &&
    !isLoopback(siteUrl) &&
    /@localhost>?\s*$/i.test(environment.MAIL_FROM)
  ) {
    problems.push(
      'MAIL_FROM must be an address that your mail server may send for: nobody takes mails from localhost.',
    );
  }
  if ((environment.NOTION_CLIENT_ID === undefined) !== (environment.NOTION_CLIENT_SECRET === undefined)) {
    problems.push('NOTION_CLIENT_ID and NOTION_CLIENT_SECRET belong together: set both or none.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    host: environment.HOST,
    port: environment.PORT,
    siteUrl: siteUrl.origin,
    dataDir,
    database:
      environment.DATABASE_URL === undefined
        ? { kind: 'embedded', directory: path.join(dataDir, 'database') }
        : { kind: 'postgres', url: environment.DATABASE_URL },
    mail: { smtpUrl: environment.SMTP_URL, from: environment.MAIL_FROM },
    auth: {
      emailConfirmation: environment.AUTH_EMAIL_CONFIRMATION ?? environment.SMTP_URL !== undefined,
      signup: environment.AUTH_SIGNUP,
      rateLimits: environment.AUTH_RATE_LIMITS,
      redirectUrls: environment.AUTH_REDIRECT_URLS,
      reauthentication: environment.AUTH_REAUTHENTICATION,
    },
    api: {
      statementTimeoutS: environment.API_STATEMENT_TIMEOUT,
      maxRows: environment.API_MAX_ROWS,
      megabytes: { request: environment.REQUEST_MAX_MB, workspace: environment.WORKSPACE_MAX_MB },
    },
    notion: {
      apiUrl: new URL(environment.NOTION_API_URL).origin,
      clientId: environment.NOTION_CLIENT_ID,
    },
    trustProxy: environment.TRUST_PROXY,
    logLevel: environment.LOG_LEVEL,
  };
}

/** Whether browsers treat pages of this address as a secure context (W3C Secure Contexts, 3.1). */
export function isSecureContext(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url) || url.hostname.endsWith('.localhost');
}

/** Whether an address can only be reached from this machine. */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  );
}
