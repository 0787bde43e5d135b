/** Who calls, and for which operation: policies may ask for both. */
import type { Context } from 'hono';
import type { Caller } from '../../../database/database.ts';
import { bearerToken, type ResolveCaller } from '../../../http/caller/caller.ts';
import { type Sender, senderOf } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { type Owner, ownerNamed } from '../store/owner.ts';

/** As upstream names them (supabase/storage, src/http/routes/operations.ts). */
export type Operation =
  | `storage.bucket.${'create' | 'delete' | 'empty' | 'list' | 'get' | 'update'}`
  | `storage.object.${'copy' | 'upload' | 'upload_update' | 'delete' | 'delete_many' | 'move' | 'list' | 'list_v2'}`
  | `storage.object.${'get_authenticated' | 'sign' | 'sign_many' | 'sign_upload_url'}`
  | 'storage.render.image_authenticated'
  | `storage.tus.upload.${'create' | 'part' | 'delete'}`
  | `object.${'get_authenticated_info' | 'head_authenticated_info'}`;

export interface StorageCall {
  readonly caller: Caller;
  readonly sender: Sender;
  readonly operation: Operation;
  readonly request: { readonly method: string; readonly path: string; readonly headers: string };
}

interface Recognising {
  readonly resolveCaller: ResolveCaller;
  readonly publishableKey: string;
  readonly trustProxy: boolean;
}

/**
 * Also without an API key, if there is a token: Supabase's gateway asks for keys in front of the other services only.
 * @throws {CallerError}
 */
export async function readCall(
  { resolveCaller, publishableKey, trustProxy }: Recognising,
  context: Context<HttpEnvironment>,
  operation: Operation,
): Promise<StorageCall> {
  const { raw } = context.req;
  const found = await resolveCaller(
    hasKey(context) || !isNamed(context) ? raw : withKey(raw, publishableKey),
  );
  const sender = senderOf(found, context, trustProxy);
  const caller = sender.isAnybody ? { ...found, network: sender.name } : found;
  return callOf(caller, sender, context, operation);
}

export function callOf(
  caller: Caller,
  sender: Sender,
  context: Context<HttpEnvironment>,
  operation: Operation,
): StorageCall {
  const { raw, method, path } = context.req;
  const headers = Object.fromEntries([...raw.headers].filter(([name]) => name !== 'cookie'));
  return { caller, sender, operation, request: { method, path, headers: JSON.stringify(headers) } };
}

function hasKey({ req }: Context): boolean {
  return req.header('apikey') !== undefined || req.query('apikey') !== undefined;
}

/** Whether the request says at all who sends it. */
export function isNamed(context: Context): boolean {
  return hasKey(context) || bearerToken(context.req.raw) !== undefined;
}

function withKey({ url, headers }: Request, key: string): Pick<Request, 'url' | 'headers'> {
  const all = new Headers(headers);
  all.set('apikey', key);
  return { url, headers: all };
}

export function ownerOf({ caller }: StorageCall): Owner {
  return ownerNamed(caller.claims.sub);
}
