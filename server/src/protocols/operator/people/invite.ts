/** POST /people: makes an account and mails its link, whoever may sign up. Without a mail server the answer has the link. */
import { z } from 'zod';
import { mailInvitation } from '../../auth/admin/invite.ts';
import { prepareInvitation } from '../../auth/admin/prepare-invitation.ts';
import { putLink } from '../../auth/links/put-link.ts';
import { readEmail } from '../../auth/request/email-address.ts';
import { recordAct } from '../acts/record-act.ts';
import type { Operation } from '../operator-services.ts';
import { readJson } from '../read-request.ts';
import { actorOf } from './act-on-account.ts';

const invitationSchema = z.object({ email: z.string() });

export const invite: Operation = async (context, services, by) => {
  const email = readEmail((await readJson(context, invitationSchema)).email);
  const { siteUrl: redirectTo, mail } = services.config;
  const invitation = { email, metadata: {}, address: by.address, actor: actorOf(by) };
  const act = { act: 'person_invited', target: email } as const;
  if (mail.smtpUrl !== undefined) {
    await mailInvitation(services, { ...invitation, redirectTo }, (transaction) =>
      recordAct(transaction, by, act),
    );
    return context.json({ link: null });
  }
  const link = await services.database.asOwner(async (transaction) => {
    const { user } = await prepareInvitation(transaction, invitation);
    await recordAct(transaction, by, act);
    return putLink(services, transaction, {
      kind: 'invite',
      user,
      address: email,
      redirectTo,
      challenge: undefined,
    });
  });
  return context.json({ link: link.url });
};
