/**
 * A workspace's connection to Notion as server functions use it: a token that is good, and the client that uses it.
 * `connections.ts` says how it is kept, `refresh.ts` how the next token is got.
 */
import type { Client } from '@notionhq/client';
import { NotionConnectionError } from './connection-error.ts';
import { type Connection, readConnection } from './connections.ts';
import { isRefusal, notionClient } from './notion-client.ts';
import { markRefused, refresh } from './refresh.ts';

export { NotionConnectionError } from './connection-error.ts';
export { notionClient } from './notion-client.ts';

// A token that ends within this is not worth beginning with.
const LAST_MOMENTS_MS = 60_000;

/**
 * @param refused a token that Notion has just refused: then this gives another one
 * @returns a token that has not expired or been refused
 * @throws {NotionConnectionError}
 */
export async function accessToken(organizationId: string, refused?: string): Promise<string> {
  const connection = await readConnection(organizationId);
  if (!connection) throw new NotionConnectionError('not-connected');
  if (connection.status === 'refused') throw new NotionConnectionError('refused');
  if (connection.accessToken !== refused && !isEnding(connection)) return connection.accessToken;
  return (await refresh(connection)).accessToken;
}

/**
 * Does something at Notion for a workspace; once more with the next token when Notion refuses the one it has. A call that
 * was refused did nothing.
 * @throws {NotionConnectionError} when there is no token that Notion takes
 */
export async function withNotion<T>(
  organizationId: string,
  work: (notion: Client) => Promise<T>,
): Promise<T> {
  const token = await accessToken(organizationId);
  try {
    return await work(notionClient(token));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const next = await accessToken(organizationId, token);
  try {
    return await work(notionClient(next));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await markRefused(organizationId, next, 'Notion refused a token that it had just given.');
    throw new NotionConnectionError('refused', error);
  }
}

function isEnding({ refreshToken, expiresAt }: Connection): boolean {
  return (
    refreshToken !== undefined &&
    expiresAt !== undefined &&
    Date.parse(expiresAt) - Date.now() < LAST_MOMENTS_MS
  );
}
