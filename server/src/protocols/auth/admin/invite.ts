/** POST /invite: mails somebody a link to an account that is made for them, also when nobody may sign up. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { ADMIN } from '../audit/record-event.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { commitThenMail } from '../links/commit-then-mail.ts';
import { putPendingLink } from '../links/pending-link.ts';
import { readClient } from '../request/client.ts';
import { readEmail } from '../request/email-address.ts';
import { redirectTarget } from '../request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from '../request/request-body.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import { deleteUnclaimedUser, updateUserRow } from '../store/users.ts';
import { accountJson } from './load-account.ts';
import { type Invitation, prepareInvitation } from './prepare-invitation.ts';

const bodySchema = z.object({ email: optionalText, data: optionalObject });

export const invite: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  const json = await mailInvitation(auth, {
    email: readEmail(body.email),
    metadata: mergeMetadata({}, body.data ?? {}),
    redirectTo: redirectTarget(auth.config, context.req.query('redirect_to')),
    address: readClient(context, auth).address,
    actor: ADMIN,
  });
  return context.json(json);
};

/**
 * @param note what belongs to the invitation, in its transaction
 * @returns the account
 */
export function mailInvitation(
  auth: AuthServices,
  { redirectTo, ...invitation }: Invitation & { readonly redirectTo: string },
  note: (transaction: Transaction) => Promise<void> = async () => undefined,
): Promise<object> {
  return commitThenMail<object>(auth, async (transaction) => {
    const { user, before } = await prepareInvitation(transaction, invitation);
    await note(transaction);
    const { email } = invitation;
    const request = { kind: 'invite', user, address: email, redirectTo, challenge: undefined } as const;
    return {
      link: await putPendingLink(auth, transaction, request),
      result: await accountJson(transaction, user.id),
      undo: (later) =>
        before
          ? updateUserRow(later, user.id, {
              encrypted_password: before.encrypted_password,
              raw_user_meta_data: before.raw_user_meta_data,
            })
          : deleteUnclaimedUser(later, user.id),
    };
  });
}
