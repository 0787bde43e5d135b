/**
 * A link that is written before its mail is sent (commit-then-mail.ts). It can be taken back while it is the
 * latest of its type for the account.
 */
import type { Transaction } from '../../../database/database.ts';
import type { Letter } from '../../../mail/mail.ts';
import type { AuthServices } from '../auth-services.ts';
import { deleteFlowState } from '../store/flow-states.ts';
import { restoreMailTime } from '../store/mail-times.ts';
import { deleteOneTimeToken, type OneTimeToken, restoreOneTimeToken } from '../store/one-time-tokens.ts';
import { composeLinkMail } from './compose-link-mail.ts';
import { LINK_KINDS, type LinkKind } from './link-kinds.ts';
import { type LinkRequest, putLink } from './put-link.ts';

export interface PendingLink {
  readonly kind: LinkKind;
  readonly userId: string;
  readonly tokenHash: string;
  readonly letter: Letter;
  /** The state that the link replaced. */
  readonly before: { readonly token: OneTimeToken | undefined; readonly sentAt: Date | null };
}

/** Writes the link and the time of its mail. Call with the account locked. */
export async function putPendingLink(
  auth: AuthServices,
  transaction: Transaction,
  request: LinkRequest,
): Promise<PendingLink> {
  const { kind, user, address, note } = request;
  const { tokenType, sentAt, lifetimeSeconds } = LINK_KINDS[kind];
  const link = await putLink(auth, transaction, request);
  return {
    kind,
    userId: user.id,
    tokenHash: link.tokenHash,
    letter: {
      kind,
      mail: composeLinkMail(kind, address, { ...link, note }),
      topic: `${user.id} ${tokenType}`,
      lifetimeSeconds,
    },
    before: { token: link.replaced, sentAt: user[sentAt] },
  };
}

/**
 * Restores the state before the link. Call with the account locked.
 * @returns false when the link has been used, voided or replaced; nothing changes then
 */
export async function takeBackLink(transaction: Transaction, link: PendingLink): Promise<boolean> {
  const { kind, userId, tokenHash, before } = link;
  const token = await deleteOneTimeToken(transaction, tokenHash);
  if (!token) return false;
  if (token.flow_state_id !== null) await deleteFlowState(transaction, token.flow_state_id);
  // The link of an earlier mail works again: that mail did arrive.
  if (before.token) await restoreOneTimeToken(transaction, before.token);
  await restoreMailTime(transaction, userId, { column: LINK_KINDS[kind].sentAt, time: before.sentAt });
  return true;
}
