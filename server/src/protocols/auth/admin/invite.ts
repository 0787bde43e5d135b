/** POST /invite: mails somebody a link to an account that is made for them, also when nobody may sign up. */
import { z } from 'zod';
import type { Operation } from '../auth-services.ts';
import { commitThenMail } from '../links/commit-then-mail.ts';
import { putPendingLink } from '../links/pending-link.ts';
import { readClient } from '../request/client.ts';
import { readEmail } from '../request/email-address.ts';
import { redirectTarget } from '../request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from '../request/request-body.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import { deleteUnclaimedUser, updateUserRow } from '../store/users.ts';
import { accountJson } from './load-account.ts';
import { prepareInvitation } from './prepare-invitation.ts';

const bodySchema = z.object({ email: optionalText, data: optionalObject });

export const invite: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  const email = readEmail(body.email);
  const metadata = mergeMetadata({}, body.data ?? {});
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const { address } = readClient(context, auth);
  const json = await commitThenMail<object>(auth, async (transaction) => {
    const { user, before } = await prepareInvitation(transaction, { email, metadata, address });
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
  return context.json(json);
};
