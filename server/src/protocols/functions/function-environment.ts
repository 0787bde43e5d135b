/**
 * A function's environment variables: Supabase's own, those that an operator on Supabase sets as secrets of the
 * functions, and nothing else of this process.
 */
import { type Config, ownAddress } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';

export type FunctionEnvironment = Readonly<Record<string, string>>;

export function functionEnvironment(
  { host, port, siteUrl, mail, notion }: Pick<Config, 'host' | 'port' | 'siteUrl' | 'mail' | 'notion'>,
  {
    publishableKey,
    secretKey,
    encryptionKeys,
    notionClientSecret,
  }: Pick<Secrets, 'publishableKey' | 'secretKey' | 'encryptionKeys' | 'notionClientSecret'>,
): FunctionEnvironment {
  const own = ownAddress({ host, port });
  return {
    SUPABASE_URL: own,
    SUPABASE_ANON_KEY: publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SITE_URL: siteUrl,
    // On Supabase, a function has the mail server itself.
    MAIL_QUEUE_URL: `${own}/mail/v1/messages`,
    MAIL_QUEUE_REACHES: mail.smtpUrl === undefined ? 'outbox' : 'inboxes',
    ENCRYPTION_KEY: encryptionKeys.join(','),
    NOTION_API_URL: notion.apiUrl,
    ...(notion.clientId === undefined || notionClientSecret === undefined
      ? {}
      : { NOTION_CLIENT_ID: notion.clientId, NOTION_CLIENT_SECRET: notionClientSecret }),
  };
}
