/**
 * Gets the next pair of tokens. Notion then ends the old pair, so only one caller may ask, in whichever
 * process: the one with the database's claim. The others wait for what it writes.
 */
import type { OauthTokenResponse } from '@notionhq/client';
import { asOperator, dataError } from '../data-api.ts';
import { notionSettings, type OauthApp } from '../settings.ts';
import { NotionConnectionError } from './connection-error.ts';
import {
  type Connection,
  giveBackRefresh,
  noteRefused,
  readConnection,
  replaceTokens,
  type Tokens,
} from './connections.ts';
import { appCredentials, isAppRefused, isRefusal, notionClient } from './notion-client.ts';

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 200;

/**
 * @param stale the connection whose access token is no longer valid
 * @throws {NotionConnectionError}
 */
export async function refresh(stale: Connection): Promise<Connection> {
  const { app } = notionSettings();
  if (stale.refreshToken === undefined || !app) {
    await noteRefused(stale, 'Notion refused the token, and there is no way to get another one.');
    throw new NotionConnectionError('refused');
  }
  const deadline = Date.now() + WAIT_MS;
  do {
    if (await claim(stale)) return refreshAsOnlyOne(stale, stale.refreshToken, app);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const now = await readAnew(stale);
    if (now.tokenId !== stale.tokenId) return now;
  } while (Date.now() < deadline);
  throw new NotionConnectionError('unavailable');
}

/** Marks the connection as refused, unless it has another token by now. */
export async function markRefused(organizationId: string, token: string, reason: string): Promise<void> {
  const connection = await readConnection(organizationId);
  if (connection?.accessToken === token) await noteRefused(connection, reason);
}

/** The tokens of Notion's answer, as they are kept. Notion sends no `expires_in` today; OAuth defines it. */
export function tokensOf(answer: OauthTokenResponse & { readonly expires_in?: unknown }): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  return {
    accessToken,
    refreshToken: refreshToken ?? undefined,
    expiresAt: typeof seconds === 'number' ? new Date(Date.now() + seconds * 1000).toISOString() : undefined,
  };
}

async function refreshAsOnlyOne(stale: Connection, refreshToken: string, app: OauthApp): Promise<Connection> {
  let tokens: Tokens;
  try {
    tokens = tokensOf(
      await notionClient().oauth.token({
        ...appCredentials(app),
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      }),
    );
  } catch (error) {
    if (isRefusal(error) && !isAppRefused(error)) {
      if (await noteRefused(stale, 'Notion refused to give the next token.'))
        throw new NotionConnectionError('refused', error);
      return readAnew(stale);
    }
    console.error('A token of Notion could not be refreshed.', error);
    await giveBackRefresh(stale);
    throw new NotionConnectionError('unavailable', error);
  }
  if (await replaceTokens(stale, tokens)) return { ...stale, ...tokens };
  // Somebody has disconnected or connected again meanwhile: these tokens are stored nowhere, so they end here.
  await notionClient()
    .oauth.revoke({ ...appCredentials(app), token: tokens.accessToken })
    .catch(() => undefined);
  return readAnew(stale);
}

/** The connection as another process has left it. */
async function readAnew({ organizationId }: Connection): Promise<Connection> {
  const now = await readConnection(organizationId);
  if (!now) throw new NotionConnectionError('not-connected');
  if (now.status === 'refused') throw new NotionConnectionError('refused');
  return now;
}

async function claim({ organizationId, tokenId }: Connection): Promise<boolean> {
  const { data, error } = await asOperator().rpc('claim_notion_refresh', {
    organization_id: organizationId,
    token_id: tokenId,
  });
  if (error) throw dataError(error);
  return data === true;
}
