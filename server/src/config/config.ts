/**
 * Builds the server's configuration from the settings: defaults that depend on other settings, and rules between
 * settings. A setting with neither is only declared (settings.ts) and used. Holds no secret, so that it may be
 * logged; those are in secrets.ts. No setting is required: without `DATABASE_URL` the database is the embedded one,
 * and the first start makes the missing secrets. All problems are reported at once, before anything is written.
 */
import path from 'node:path';
import type { DatabaseConfig } from '../database/engines/database-config.ts';
import { problemOfMode } from '../database/engines/postgres/encryption-modes.ts';
import { isLoopback, isSecureContext } from '../http/secure-context.ts';
import { ConfigError, type Environment } from './environment.ts';
import type { Settings } from './settings.ts';

/** The cost of hashing a password (RFC 9106). */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export type AuthConfig = Omit<Settings['auth'], 'emailConfirmation'> & {
  readonly emailConfirmation: boolean;
  /** Another one than the server's own: tests sign hundreds of people in. */
  readonly passwordCost?: PasswordCost | undefined;
};

/** Limits on a request to the Data API. */
export type ApiConfig = Settings['api'];

/** The settings, with the defaults that depend on other settings. Their meanings are in settings.ts. */
export interface Config
  extends Omit<Settings, 'siteUrl' | 'databaseUrl' | 'auth' | 's3' | 'oidc' | 'backup'> {
  /** Public origin, without a trailing slash; every link in a mail starts with it. */
  readonly siteUrl: string;
  readonly database: DatabaseConfig;
  readonly auth: AuthConfig;
  /** Undefined when files are in a folder. */
  readonly s3: S3Config | undefined;
  /** The address and the login of a store, whichever bucket. */
  readonly s3Access: Omit<S3Config, 'bucket'> | undefined;
  readonly backup: BackupConfig;
  /** Undefined when accounts sign in here alone. */
  readonly oidc: OidcConfig | undefined;
}

export interface BackupConfig extends Omit<Settings['backup'], 'to'> {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string;
}

export interface OidcConfig {
  /** As the provider calls itself. */
  readonly issuer: string;
  readonly clientId: string;
  /** For people. */
  readonly name: string;
  /** Undefined where the rule of sign-ups decides. */
  readonly domains: readonly string[] | undefined;
  readonly trustsEmails: boolean;
}

export interface S3Config {
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly forcePathStyle: boolean;
}

export const LARGEST_IN_S3_MB = 5000;

/**
 * @throws {ConfigError} everything that is wrong with single variables, and all contradictions between right
 * ones
 */
export function buildConfig(environment: Environment): Config {
  const { databaseUrl, siteUrl: address, ...plain } = environment.settings;
  const { mail, auth, notion, backup } = plain;
  const dataDir = path.resolve(plain.dataDir);
  const siteUrl = new URL(address ?? `http://localhost:${plain.port}`);
  const problems = [...[...environment.wrong.values()].flat(), ...contradictions(environment, siteUrl)];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...plain,
    siteUrl: siteUrl.origin,
    dataDir,
    database:
      databaseUrl === undefined
        ? { kind: 'embedded', directory: path.join(dataDir, 'database') }
        : { kind: 'postgres', url: databaseUrl },
    auth: { ...auth, emailConfirmation: auth.emailConfirmation ?? mail.smtpUrl !== undefined },
    notion: { ...notion, apiUrl: new URL(notion.apiUrl).origin },
    s3: s3Of(plain.s3),
    s3Access: s3AccessOf(plain.s3),
    backup: { ...backup, to: placeOf(backup.to ?? path.join(dataDir, 'backups')) },
    oidc: oidcOf(plain.oidc),
  };
}

/** @returns undefined when accounts sign in here alone */
function oidcOf({ issuer, clientId, name, domains, trustsEmails }: Settings['oidc']): OidcConfig | undefined {
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, name: name ?? new URL(issuer).host, domains, trustsEmails };
}

/** @returns undefined when files are in a folder */
function s3Of(settings: Settings['s3']): S3Config | undefined {
  const access = s3AccessOf(settings);
  return access && settings.bucket !== undefined ? { ...access, bucket: settings.bucket } : undefined;
}

function s3AccessOf({
  endpoint,
  region,
  accessKeyId,
  forcePathStyle,
}: Settings['s3']): Omit<S3Config, 'bucket'> | undefined {
  if (accessKeyId === undefined) return undefined;
  return {
    endpoint,
    region: region ?? 'us-east-1',
    accessKeyId,
    forcePathStyle: forcePathStyle ?? endpoint !== undefined,
  };
}

function placeOf(to: string): string {
  return isS3Address(to) ? to : path.resolve(to);
}

export function isS3Address(place: string): boolean {
  return place.startsWith('s3://');
}

/**
 * @returns a sentence for each rule that is broken, unless that may be due to a variable which is wrong itself
 */
function contradictions({ settings, secrets, wrong }: Environment, siteUrl: URL): string[] {
  const { mail, auth, notion, oidc, s3, storage, backup, databaseUrl } = settings;
  const isBackedUpToS3 = backup.to !== undefined && isS3Address(backup.to);
  const broken: string[] = [];
  const rule = (isBroken: boolean, variables: readonly string[], sentence: string) => {
    if (isBroken && !variables.some((variable) => wrong.has(variable))) broken.push(sentence);
  };
  const modeProblem = databaseUrl === undefined ? undefined : problemOfMode(databaseUrl);
  rule(modeProblem !== undefined, ['DATABASE_URL'], `DATABASE_URL ${modeProblem}.`);
  rule(
    siteUrl.pathname !== '/' || siteUrl.search !== '' || siteUrl.hash !== '',
    ['SITE_URL'],
    'SITE_URL must be an origin without a path, such as https://docs.example.com.',
  );
  rule(
    auth.emailConfirmation === true && mail.smtpUrl === undefined && !isLoopback(siteUrl),
    ['AUTH_EMAIL_CONFIRMATION', 'SMTP_URL', 'SITE_URL'],
    'AUTH_EMAIL_CONFIRMATION needs SMTP_URL on a public SITE_URL: nobody could read the mails.',
  );
  rule(
    mail.smtpUrl !== undefined && !isLoopback(siteUrl) && /@localhost>?\s*$/i.test(mail.from),
    ['MAIL_FROM', 'SMTP_URL', 'SITE_URL'],
    'MAIL_FROM must be an address that your mail server may send for: nobody takes mails from localhost.',
  );
  rule(
    (notion.clientId === undefined) !== (secrets.notionClientSecret === undefined),
    ['NOTION_CLIENT_ID', 'NOTION_CLIENT_SECRET'],
    'NOTION_CLIENT_ID and NOTION_CLIENT_SECRET belong together: set both or none.',
  );
  rule(
    (oidc.issuer === undefined) !== (oidc.clientId === undefined),
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
    'OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both or none.',
  );
  rule(
    oidc.issuer !== undefined && URL.canParse(oidc.issuer) && !isSecureContext(new URL(oidc.issuer)),
    ['OIDC_ISSUER'],
    'OIDC_ISSUER must be an https address: whoever is on the way could sign in as anybody.',
  );
  const needed = {
    ...(!isBackedUpToS3 && { STORAGE_S3_BUCKET: s3.bucket }),
    STORAGE_S3_ACCESS_KEY_ID: s3.accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const isS3Set =
    isBackedUpToS3 || [...Object.values(s3), secrets.s3SecretAccessKey].some((value) => value !== undefined);
  rule(
    isS3Set && missing.length > 0,
    ['STORAGE_S3_ENDPOINT', 'STORAGE_S3_FORCE_PATH_STYLE', ...missing],
    `${isBackedUpToS3 ? 'Backups' : 'Files'} in an S3 store need ${missing.join(' and ')}, too.`,
  );
  rule(
    isS3Set && (storage.fileMegabytes ?? 0) > LARGEST_IN_S3_MB,
    ['FILE_MAX_MB'],
    `FILE_MAX_MB is ${LARGEST_IN_S3_MB} at most with an S3 store: that is the largest object it takes in one request.`,
  );
  return broken;
}

// A server that listens on every address reaches itself at this one.
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** @returns where programs on this machine reach the server, which may not reach its own public address */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${EVERY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
}
