/**
 * The `state` that goes to Notion with a person and comes back with them. It carries the workspace's id, and is
 * signed for the person and the address they come back to: nobody can finish what another has begun, for
 * themselves or for another workspace. That it is good once, and for a while, is the database's part: the
 * caller that deletes its row has it.
 */
import { asOperator, dataError } from '../_shared/data-api.ts';
import { isSigned, sign } from '../_shared/encryption.ts';
import { Failure } from '../_shared/failure.ts';

const TABLE = 'notion_authorizations';
const PURPOSE = 'notion-oauth state';
// Time to sign in at Notion and to choose pages.
const MINUTES = 15;

export interface Authorization {
  readonly organizationId: string;
  readonly userId: string;
  readonly redirectUri: string;
}

export async function beginAuthorization(authorization: Authorization): Promise<string> {
  const { organizationId, userId } = authorization;
  const now = Date.now();
  const overdue = await asOperator().from(TABLE).delete().lt('expires_at', new Date(now).toISOString());
  if (overdue.error) throw dataError(overdue.error);
  const id = crypto.randomUUID();
  const { error } = await asOperator()
    .from(TABLE)
    .insert({
      id,
      organization_id: organizationId,
      user_id: userId,
      expires_at: new Date(now + MINUTES * 60_000).toISOString(),
    });
  if (error) throw dataError(error);
  return [organizationId, id, await sign(signedText(authorization, id), PURPOSE)].join('.');
}

/** @throws {Failure} when this state was not begun by this person for this workspace, or is not good any more */
export async function endAuthorization(state: string, authorization: Authorization): Promise<void> {
  const [organizationId, id = '', signature = '', ...rest] = state.split('.');
  const isOurs =
    rest.length === 0 &&
    organizationId === authorization.organizationId &&
    (await isSigned(signedText(authorization, id), signature, PURPOSE));
  if (!isOurs) throw new Failure(400, 'state_invalid', 'Invalid callback parameters');
  const { data, error } = await asOperator().from(TABLE).delete().eq('id', id).select('expires_at');
  if (error) throw dataError(error);
  const [begun] = data as { expires_at: string }[];
  if (!begun)
    throw new Failure(
      409,
      'state_used',
      'This was used already. If Notion is not connected, start connecting again.',
    );
  if (Date.parse(begun.expires_at) < Date.now())
    throw new Failure(400, 'state_expired', 'This took too long. Start connecting again.');
}

function signedText({ organizationId, userId, redirectUri }: Authorization, id: string): string {
  return JSON.stringify([organizationId, userId, redirectUri, id]);
}
