/**
 * Who made a link. A link to a page's file ends with the right of its maker, which is asked for whenever it is used: also with a ban,
 * and when somebody else turns out to own the account. Links to other buckets are good until they expire, as upstream.
 */
import type { Context } from 'hono';
import type { Database } from '../../../database/database.ts';
import type { Sender } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { linkErrors } from '../errors.ts';
import { callOf, type Operation, type StorageCall } from '../request/storage-call.ts';
import type { Place } from '../store/objects.ts';
import type { Maker } from './links.ts';

const BUCKETS: ReadonlySet<string> = new Set(['page-files']);

/** To be asked before anything else of the request is waited for: the account may be claimed meanwhile. */
export async function makerOf(
  database: Database,
  { caller: { role, claims } }: StorageCall,
  bucket: string,
): Promise<Maker> {
  const { sub, aal } = claims;
  const claim = typeof sub === 'string' && BUCKETS.has(bucket) && (await findClaim(database, sub));
  return {
    role,
    ...(typeof sub === 'string' && { sub }),
    ...(typeof aal === 'string' && { aal }),
    ...(claim && { claim }),
  };
}

async function findClaim(database: Database, account: string): Promise<string | undefined> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.query<{ id: string }>({
      text: 'select id from trellis_server.account_claims where user_id = $1',
      values: [account],
    }),
  );
  return rows[0]?.id;
}

/**
 * For a link to a page's file, before it is used with the right of its maker.
 * @throws {StorageError} where the account is banned, or was claimed after the link was made
 */
export async function requireStanding(database: Database, { sub, claim }: Maker): Promise<void> {
  if (sub === undefined) return;
  const { rowCount } = await database.asOwner((transaction) =>
    transaction.query({
      text: `select from auth.users as account
        left join trellis_server.account_claims as claim on claim.user_id = account.id
        where account.id = $1 and coalesce(account.banned_until <= now(), true) and claim.id is not distinct from $2`,
      values: [sub, claim ?? null],
    }),
  );
  if (rowCount === 0) throw linkErrors.badToken('The account that made the link is not open to its maker');
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
