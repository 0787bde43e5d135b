/**
 * Builds the server's configuration from the environment: defaults that depend on other settings, and rules
 * between settings. Holds no secret, so that it may be logged; those are in secrets.ts.
 */
import path from 'node:path';
import { ConfigError, type Environment } from './environment.ts';

export type DatabaseConfig =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly directory: string }
  /** Gone when the process ends; the image is a file to begin from, as an embedded database's backup is. */
  | { readonly kind: 'memory'; readonly image?: string };

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Public origin, without a trailing slash; every link in a mail starts with it. */
  readonly siteUrl: string;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string };
  readonly auth: { readonly emailConfirmation: boolean; readonly signup: boolean };
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
    },
    logLevel: environment.LOG_LEVEL,
  };
}

/** Whether an address can only be reached from this machine. */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  );
}
