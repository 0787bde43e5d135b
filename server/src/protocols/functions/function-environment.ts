/**
 * A function's environment variables: Supabase's own, those that an operator on Supabase sets as secrets of the
 * functions, and nothing else of this process.
 */
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';

export type FunctionEnvironment = Readonly<Record<string, string>>;

// A server that listens on every address reaches itself at this one.
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

export function functionEnvironment(
  {
    host,
    port,
    siteUrl,
    dataDir,
    mail,
    notion,
  }: Pick<Config, 'host' | 'port' | 'siteUrl' | 'dataDir' | 'mail' | 'notion'>,
  {
    publishableKey,
    secretKey,
    encryptionKeys,
    notionClientSecret,
  }: Pick<Secrets, 'publishableKey' | 'secretKey' | 'encryptionKeys' | 'notionClientSecret'>,
): FunctionEnvironment {
  const own = EVERY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host);
  return {
    // Straight to this process, which may not reach its own public address.
    SUPABASE_URL: `http://${own}:${port}`,
    SUPABASE_ANON_KEY: publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SITE_URL: siteUrl,
    MAIL_FROM: mail.from,
    ...(mail.smtpUrl === undefined
      ? { MAIL_OUTBOX: path.join(dataDir, 'outbox') }
      : { SMTP_URL: mail.smtpUrl }),
    ENCRYPTION_KEY: encryptionKeys.join(','),
    NOTION_API_URL: notion.apiUrl,
    ...(notion.clientId === undefined || notionClientSecret === undefined
      ? {}
      : { NOTION_CLIENT_ID: notion.clientId, NOTION_CLIENT_SECRET: notionClientSecret }),
  };
}
