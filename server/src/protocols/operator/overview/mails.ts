/** The queue of mails: GET /mails, POST /mails/retry, DELETE /mails, each for all or for one with ?id=; and POST /mails/test. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { isUuid } from '../../../http/uuid.ts';
import { dropMails, listMails, retryMails } from '../../../mail/queue/mail-store.ts';
import { openSealed } from '../../../mail/queue/sealed-mail.ts';
import { explainProblem } from '../../../mail/transport/mail-problem.ts';
import { recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readJson } from '../read-request.ts';

const testSchema = z.object({ to: z.string() });

export const listQueuedMails: Operation = async (context, { database, encryption }) => {
  const rows = await database.asOwner(listMails);
  return context.json({
    mails: rows.map(({ sealed, ...row }) => ({
      ...row,
      to: openSealed(encryption, row.id, sealed).to,
      // Nothing is left of it to send.
      can_retry: sealed !== null,
    })),
  });
};

export const retryQueuedMails: Operation = async (context, { database }, by) => {
  const id = readMailId(context);
  const count = await database.asOwner(async (transaction) => {
    const retried = await retryMails(transaction, id);
    await transaction.query({ text: `select pg_notify('mails_due', '')` });
    await recordAct(transaction, by, {
      act: 'mail_retried',
      target: id ?? 'all',
      details: { count: retried },
    });
    return retried;
  });
  return context.json({ count });
};

export const dropQueuedMails: Operation = async (context, { database }, by) => {
  const id = readMailId(context);
  const count = await database.asOwner(async (transaction) => {
    const dropped = await dropMails(transaction, id);
    await recordAct(transaction, by, {
      act: 'mail_dropped',
      target: id ?? 'all that failed',
      details: { count: dropped },
    });
    return dropped;
  });
  return context.json({ count });
};

/** Waits for the mail server's answer: that is all this is about. */
export const sendTestMail: Operation = async (context, services, by) => {
  const to = services.accounts.readEmail((await readJson(context, testSchema)).to);
  await services.database.asOwner((transaction) =>
    recordAct(transaction, by, { act: 'mail_tried', target: to }),
  );
  try {
    await services.accounts.mailInTurn(() => services.sendTestMail(to));
  } catch (error) {
    throw new OperatorError('not_possible', explainProblem(error), error);
  }
  return context.json({});
};

function readMailId(context: Context<HttpEnvironment>): string | undefined {
  const id = context.req.query('id');
  if (id !== undefined && !isUuid(id)) throw new OperatorError('bad_request', 'id is the id of a mail.');
  return id;
}
