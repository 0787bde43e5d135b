/** Notion's API through its own client. */
import { Client, isHTTPResponseError, LogLevel } from '@notionhq/client';
import { notionSettings, type OauthApp } from '../settings.ts';

/** The first with the Markdown endpoints as we use them. The client sends it with every call. */
export const NOTION_VERSION = '2026-03-11';
const PATIENCE_MS = 10_000;

/**
 * The client never repeats a call: the caller knows whether that is safe, and how long to wait.
 * @param token an access token, or one that somebody pasted; none for the app's own calls
 */
export function notionClient(token?: string, patienceMs = PATIENCE_MS): Client {
  return new Client({
    ...(token === undefined ? {} : { auth: token }),
    baseUrl: notionSettings().apiUrl,
    notionVersion: NOTION_VERSION,
    timeoutMs: patienceMs,
    retry: false,
    // Its warnings repeat errors that we handle.
    logLevel: LogLevel.ERROR,
  });
}

/** The app's credentials, as the client's OAuth calls take them. */
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
