/**
 * Who made a link. A link to a page's file ends with the right of its maker, which is asked for whenever it is used. Links to other
 * buckets are good until they expire, as upstream.
 */
import type { Context } from 'hono';
import type { Sender } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { linkErrors } from '../errors.ts';
import { callOf, type Operation, type StorageCall } from '../request/storage-call.ts';
import type { Place } from '../store/objects.ts';
import type { Maker } from './links.ts';

const BUCKETS: ReadonlySet<string> = new Set(['page-files']);

export function makerOf({ caller: { role, claims } }: StorageCall): Maker {
  const { sub, aal } = claims;
  return {
    role,
    ...(typeof sub === 'string' && { sub }),
    ...(typeof aal === 'string' && { aal }),
  };
}

/**
 * @returns undefined where the link alone gives the right: elsewhere, and by the secret key
 * @throws {StorageError} for a link that does not say who made it
 */
export function callOfMaker(
  maker: Maker | undefined,
  { bucket }: Place,
  context: Context<HttpEnvironment>,
  sender: Sender,
  operation: Operation,
): StorageCall | undefined {
  if (!BUCKETS.has(bucket) || maker?.role === 'service_role') return undefined;
  if (!maker) throw linkErrors.badToken('The link does not say who made it');
  return callOf({ role: maker.role, claims: maker }, sender, context, operation);
}
