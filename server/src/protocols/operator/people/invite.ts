/** POST /people: makes an account and mails its link, whoever may sign up. Without a mail server the answer has the link. */
import { z } from 'zod';
import { recordAct } from '../acts/record-act.ts';
import type { Operation } from '../operator-services.ts';
import { readJson } from '../read-request.ts';
import { actorOf } from './act-on-account.ts';

const invitationSchema = z.object({ email: z.string() });

export const invite: Operation = async (context, { accounts }, by) => {
  const email = accounts.readEmail((await readJson(context, invitationSchema)).email);
  const link = await accounts.invite({ email, address: by.address, actor: actorOf(by) }, (transaction) =>
    recordAct(transaction, by, { act: 'person_invited', target: email }),
  );
  return context.json({ link });
};
