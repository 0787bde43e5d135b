/**
 * How connections are kept: a row each, its tokens encrypted for that row. Every write says which token it was made
 * from, so that of two at once one finds that there is another token already.
 */
import { asOperator, dataError } from '../data-api.ts';
import { decrypt, encrypt } from '../encryption.ts';

const TABLE = 'notion_connections';
const UNIQUE_VIOLATION = '23505';
// Each attempt fails only after another write, and few writes happen at once.
const ATTEMPTS = 5;
const COLUMNS =
  'organization_id,token_id,kind,notion_workspace_name,bot_id,connected_by,connected_at,access_token,refresh_token,expires_at,status';

export interface Tokens {
  /** Empty when it cannot be decrypted. */
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** ISO 8601; undefined where Notion does not say. */
  readonly expiresAt: string | undefined;
}

export interface NotionWorkspace {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly icon: string | undefined;
  readonly botId: string | undefined;
}

export interface Connection extends Tokens {
  readonly organizationId: string;
  readonly tokenId: string;
  readonly kind: 'oauth' | 'token';
  readonly workspaceName: string | undefined;
  readonly botId: string | undefined;
  readonly connectedBy: string | undefined;
  readonly connectedAt: string;
  readonly status: 'connected' | 'refused';
}

/** @returns undefined without a connection */
export async function readConnection(organizationId: string): Promise<Connection | undefined> {
  const { data, error } = await asOperator()
    .from(TABLE)
    .select(COLUMNS)
    .eq('organization_id', organizationId)
    .maybeSingle<Row>();
  if (error) throw dataError(error);
  return data ? fromRow(data) : undefined;
}

/**
 * Puts a new connection in the place of an old one. The second of two at once replaces the first.
 * @returns the old one, whose tokens are no longer stored
 */
export async function putConnection(
  organizationId: string,
  kind: Connection['kind'],
  workspace: NotionWorkspace,
  tokens: Tokens,
  connectedBy: string,
): Promise<Connection | undefined> {
  const columns = {
    kind,
    notion_workspace_id: workspace.id ?? null,
    notion_workspace_name: workspace.name ?? null,
    notion_workspace_icon: workspace.icon ?? null,
    bot_id: workspace.botId ?? null,
    connected_by: connectedBy,
    connected_at: new Date().toISOString(),
    ...(await newTokens(organizationId, tokens)),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const former = await readConnection(organizationId);
    const isPut = former
      ? await change(organizationId, former.tokenId, columns)
      : await insert({ organization_id: organizationId, ...columns });
    if (isPut) return former;
  }
  throw new Error('A connection to Notion could not be put: others kept putting theirs.');
}

/** @returns false when there is another token by now, or no connection */
export async function replaceTokens(
  { organizationId, tokenId }: Pick<Connection, 'organizationId' | 'tokenId'>,
  tokens: Tokens,
): Promise<boolean> {
  return change(organizationId, tokenId, await newTokens(organizationId, tokens));
}

/** @returns false when there is another token by now, or no connection */
export async function noteRefused(
  { organizationId, tokenId }: Pick<Connection, 'organizationId' | 'tokenId'>,
  reason: string,
): Promise<boolean> {
  return change(organizationId, tokenId, {
    status: 'refused',
    last_error: reason,
    refreshing_until: null,
  });
}

/** Releases the refresh claim. */
export async function giveBackRefresh({ organizationId, tokenId }: Connection): Promise<void> {
  await change(organizationId, tokenId, { refreshing_until: null });
}

/** @returns false when there is another token by now, or no connection */
export async function deleteConnection(connection: Connection): Promise<boolean> {
  const { data, error } = await asOperator()
    .from(TABLE)
    .delete()
    .eq('organization_id', connection.organizationId)
    .eq('token_id', connection.tokenId)
    .select('organization_id');
  if (error) throw dataError(error);
  return data.length > 0;
}

interface Row {
  readonly organization_id: string;
  readonly token_id: string;
  readonly kind: Connection['kind'];
  readonly notion_workspace_name: string | null;
  readonly bot_id: string | null;
  readonly connected_by: string | null;
  readonly connected_at: string;
  readonly access_token: string;
  readonly refresh_token: string | null;
  readonly expires_at: string | null;
  readonly status: Connection['status'];
}

async function fromRow(row: Row): Promise<Connection> {
  const { organization_id: organizationId, token_id: tokenId } = row;
  const { outdated, ...tokens } = await decryptTokens(row);
  const connection: Connection = {
    organizationId,
    tokenId,
    kind: row.kind,
    workspaceName: row.notion_workspace_name ?? undefined,
    botId: row.bot_id ?? undefined,
    connectedBy: row.connected_by ?? undefined,
    connectedAt: row.connected_at,
    ...tokens,
    expiresAt: row.expires_at ?? undefined,
    // A token whose encryption key is gone counts as refused: a person must connect again.
    status: tokens.accessToken === '' ? 'refused' : row.status,
  };
  // The operator has a new key: tokens encrypted with an old one change to it on use.
  if (outdated) await change(organizationId, tokenId, await encryptTokens(organizationId, connection));
  return connection;
}

async function decryptTokens(row: Row) {
  const id = row.organization_id;
  try {
    const access = await decrypt(row.access_token, contextOf(id, 'access_token'));
    const next =
      row.refresh_token === null
        ? undefined
        : await decrypt(row.refresh_token, contextOf(id, 'refresh_token'));
    return {
      accessToken: access.text,
      refreshToken: next?.text,
      outdated: access.outdated || next?.outdated === true,
    };
  } catch (error) {
    console.error('The tokens of a connection to Notion cannot be decrypted.', error);
    return { accessToken: '', refreshToken: undefined, outdated: false };
  }
}

async function newTokens(organizationId: string, tokens: Tokens): Promise<Record<string, unknown>> {
  return {
    token_id: crypto.randomUUID(),
    ...(await encryptTokens(organizationId, tokens)),
    expires_at: tokens.expiresAt ?? null,
    refreshing_until: null,
    status: 'connected',
    last_error: null,
  };
}

async function encryptTokens(
  organizationId: string,
  { accessToken, refreshToken }: Tokens,
): Promise<{ access_token: string; refresh_token: string | null }> {
  return {
    access_token: await encrypt(accessToken, contextOf(organizationId, 'access_token')),
    refresh_token:
      refreshToken === undefined
        ? null
        : await encrypt(refreshToken, contextOf(organizationId, 'refresh_token')),
  };
}

/** @returns false when there is a connection by now */
async function insert(columns: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { error } = await asOperator().from(TABLE).insert(columns);
  if (error && error.code !== UNIQUE_VIOLATION) throw dataError(error);
  return !error;
}

async function change(
  organizationId: string,
  tokenId: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { data, error } = await asOperator()
    .from(TABLE)
    .update(columns)
    .eq('organization_id', organizationId)
    .eq('token_id', tokenId)
    .select('organization_id');
  if (error) throw dataError(error);
  return data.length > 0;
}

function contextOf(organizationId: string, column: string): string {
  return `${TABLE}.${column} of ${organizationId}`;
}
