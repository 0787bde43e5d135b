/** Asks Notion to end a connection's tokens. */
import { notionSettings } from '../settings.ts';
import type { Connection } from './connections.ts';
import { appCredentials, isAppRefused, isRefusal, notionClient } from './notion-client.ts';

// A person waits, and their outcome does not depend on it.
const PATIENCE_MS = 5000;

/** @returns whether the tokens are good for nothing any more; a pasted one can only be ended at Notion */
export async function revoke({ kind, accessToken }: Connection): Promise<boolean> {
  const { app } = notionSettings();
  if (kind === 'token' || !app || accessToken === '') return false;
  try {
    await notionClient(undefined, PATIENCE_MS).oauth.revoke({ ...appCredentials(app), token: accessToken });
    return true;
  } catch (error) {
    if (isRefusal(error) && !isAppRefused(error)) return true;
    console.error('Notion did not revoke a token.', error);
    return false;
  }
}
