/** Notion's API through its own client. */
import { Client, isHTTPResponseError, LogLevel } from '@notionhq/client';
import { notionSettings, type OauthApp } from '../settings.ts';

/** The first with the Markdown endpoints as we use them. The client sends it with every call. */
export const NOTION_VERSION = '2026-03-11';
const PATIENCE_MS = 10_000;

/**
 * It never repeats a call: whether that is safe, and how long to wait, depends on the call and on who else makes calls.
 * @param token an access token, or one that somebody pasted; none for what only the app itself asks
 */
export function notionClient(token?: string, patienceMs = PATIENCE_MS): Client {
  return new Client({
    ...(token === undefined ? {} : { auth: token }),
    baseUrl: notionSettings().apiUrl,
    notionVersion: NOTION_VERSION,
    timeoutMs: patienceMs,
    retry: false,
    // Its warnings repeat what an error says that we handle.
    logLevel: LogLevel.ERROR,
  });
}

/** What the client's OAuth calls want beside their own parameters. */
export function appCredentials({ clientId, clientSecret }: OauthApp) {
  return { client_id: clientId, client_secret: clientSecret };
}

/** Whether Notion answered, and said that the token, or the grant, is not (any longer) good. */
export function isRefusal(error: unknown): boolean {
  return isHTTPResponseError(error) && (error.status === 401 || error.body.includes('invalid_grant'));
}

/** Whether Notion does not know the app by its id and secret: the operator's matter, not the connection's. */
export function isAppRefused(error: unknown): boolean {
  return isHTTPResponseError(error) && error.body.includes('invalid_client');
}
