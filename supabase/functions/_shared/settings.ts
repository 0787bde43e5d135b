/** The settings in the environment. Each is read on use, so that a missing one fails the one request. */
import process from 'node:process';

export interface ApiSettings {
  readonly url: string;
  /** Names the browser's role. */
  readonly publicKey: string;
  /** Past row-level security. */
  readonly secretKey: string;
}

export function apiSettings(): ApiSettings {
  return {
    url: required('SUPABASE_URL'),
    publicKey: required('SUPABASE_ANON_KEY'),
    secretKey: required('SUPABASE_SERVICE_ROLE_KEY'),
  };
}

/** @returns the public origin of the web app */
export function siteUrl(): string {
  return new URL(required('SITE_URL')).origin;
}

/** @returns 32 bytes each, in base64; the first encrypts, all decrypt */
export function encryptionKeys(): readonly [string, ...string[]] {
  const [first = '', ...others] = required('ENCRYPTION_KEY')
    .split(',')
    .map((key) => key.trim());
  return [first, ...others];
}

export interface OauthApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface NotionSettings {
  /** The origin of Notion's API. */
  readonly apiUrl: string;
  /** The operator's app at Notion, if there is one. */
  readonly app: OauthApp | undefined;
}

export function notionSettings(): NotionSettings {
  const {
    NOTION_API_URL: apiUrl,
    NOTION_CLIENT_ID: clientId,
    NOTION_CLIENT_SECRET: clientSecret,
  } = process.env;
  return {
    apiUrl: new URL(apiUrl || 'https://api.notion.com').origin,
    app: clientId && clientSecret ? { clientId, clientSecret } : undefined,
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set.`);
  return value;
}
