/**
 * The queue of mails over HTTP, at /mail/v1, for holders of the secret key: functions post mails, the operator sees and
 * changes what waits.
 */
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Encryption } from '../encryption/encryption.ts';
import type { Background } from '../http/background.ts';
import { BodyError, type RequestBodies } from '../http/bodies/request-bodies.ts';
import type { ResolveCaller } from '../http/caller/caller.ts';
import { requireSecretKey } from '../http/caller/require-secret-key.ts';
import { senderOf } from '../http/caller/sender.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { isUuid } from '../http/uuid.ts';
import type { Letter } from './mail.ts';
import { deliverInTime } from './queue/deliver-in-time.ts';
import type { MailQueue, Outcome } from './queue/mail-queue.ts';
import { dropMails, listMails, retryMails, TooManyMailsError } from './queue/mail-store.ts';
import { openSealed } from './queue/sealed-mail.ts';

const LARGEST_BODY_BYTES = 4 * 1024 * 1024;
const MOST_AT_ONCE = 100;

// A single address in the usual form: a list would reach people whom nobody meant.
const ADDRESS = /^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,255}$/;

const postSchema = z.object({
  mails: z
    .array(
      z.object({
        kind: z.string().regex(/^[a-z_]{1,40}$/),
        to: z.string().regex(ADDRESS),
        subject: z.string().min(1).max(500),
        text: z.string().max(500_000),
        html: z.string().max(500_000),
        unsubscribe_url: z.url({ protocol: /^https?$/ }).exactOptional(),
      }),
    )
    .min(1)
    .max(MOST_AT_ONCE),
});

interface MailServices {
  readonly config: { readonly trustProxy: boolean };
  readonly database: Pick<Database, 'asOwner'>;
  readonly mails: Pick<MailQueue, 'put' | 'deliver'>;
  readonly encryption: Encryption;
  readonly background: Background;
  readonly bodies: RequestBodies;
  readonly resolveCaller: ResolveCaller;
}

export function createMailProtocol(services: MailServices): Hono<HttpEnvironment> {
  const { database, mails, encryption } = services;
  const app = new Hono<HttpEnvironment>();
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store');
    await requireSecretKey(services, context.req.raw);
    await next();
  });
  app.post('/messages', async (context) => {
    const letters = await readLetters(services, context);
    const posted = await database
      .asOwner(async (transaction) => {
        const written = [];
        for (const letter of letters) written.push(await mails.put(transaction, letter));
        return written;
      })
      .catch((error: unknown) => {
        throw error instanceof TooManyMailsError ? problem(503, error.message) : error;
      });
    const outcomes: readonly Outcome['kind'][] = await deliverInTime(services, posted);
    return context.json({ outcomes });
  });
  app.get('/messages', async (context) => {
    const rows = await database.asOwner(listMails);
    return context.json(
      rows.map(({ sealed, ...row }) => ({ ...row, ...openSealed(encryption, row.id, sealed) })),
    );
  });
  app.post('/messages/retry', async (context) => {
    const count = await database.asOwner(async (transaction) => {
      const found = await retryMails(transaction, readId(context.req.query('id')));
      await transaction.query({ text: `select pg_notify('mails_due', '')` });
      return found;
    });
    return context.json({ count });
  });
  app.delete('/messages', async (context) => {
    const id = readId(context.req.query('id'));
    return context.json({ count: await database.asOwner((transaction) => dropMails(transaction, id)) });
  });
  app.all('*', () => {
    throw problem(404, 'There is nothing at this address.');
  });
  return app;
}

async function readLetters(
  { bodies, config, resolveCaller }: MailServices,
  context: Context<HttpEnvironment>,
): Promise<readonly Letter[]> {
  const sender = senderOf(await resolveCaller(context.req.raw), context, config.trustProxy);
  const body = await bodies.read(context, sender, LARGEST_BODY_BYTES).catch((error: unknown) => {
    throw error instanceof BodyError ? problem(413, 'The body is too large, or did not arrive.') : error;
  });
  const read = postSchema.safeParse(parseJson(body.toString('utf8')));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw problem(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message}`);
  }
  return read.data.mails.map(({ kind, unsubscribe_url: unsubscribeUrl, ...mail }) => ({
    kind,
    mail: { ...mail, unsubscribeUrl },
  }));
}

function readId(id: string | undefined): string | undefined {
  if (id !== undefined && !isUuid(id)) throw problem(400, 'id must be the id of a mail.');
  return id;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problem(status: 400 | 401 | 404 | 413 | 503, message: string): HTTPException {
  return new HTTPException(status, { res: Response.json({ message }, { status }) });
}
