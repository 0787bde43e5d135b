/**
 * The archive of a backup, as a browser downloads it: POST /backup/:id/archive permits it, and GET /archive hands
 * it out. Between them is a cookie that only this server can read and that works once, so that no address opens an
 * archive, and no copy of the cookie. It takes a sign-in from the last hour.
 */
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { notFound } from '../../../http/not-found.ts';
import { recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import { operatorOf } from '../find-operator.ts';
import type { Operation, OperatorServices } from '../operator-services.ts';
import { readId } from '../read-request.ts';
import { insertPermit, usePermit } from './archive-permits.ts';

const COOKIE = 'trellis-archive';
const PATH = '/operator/v1/archive';
const LIFETIME_S = 60;
const CONTEXT = 'download of a backup';
const RECENT_S = 3600;

const permitSchema = z.object({
  id: z.uuid(),
  backup: z.uuid(),
  userId: z.uuid(),
  sessionId: z.uuid(),
});

/** An archive holds every secret of the server, so a session that somebody found open does not get it. */
export const permitArchive: Operation = async (context, services, by) => {
  const { accounts, backups, config, database, encryption } = services;
  const backup = readId(context);
  const { id: userId, sessionId } = by;
  if (userId === null || sessionId === null)
    throw new OperatorError('not_possible', 'With the secret key, archives are at /backup/v1.');
  const name = await backups.find(backup);
  if (name === undefined)
    throw new OperatorError('not_found', 'There is no archive of this backup here any more.');
  const id = await database.asOwner(async (transaction) => {
    if ((await accounts.sessionAge(transaction, sessionId)) > RECENT_S)
      throw new OperatorError(
        'not_possible',
        'An archive holds every secret of this server, so it takes a sign-in from the last hour. Sign out, sign in, and try again.',
      );
    await recordAct(transaction, by, { act: 'backup_fetched', target: name, details: { id: backup } });
    return insertPermit(transaction, LIFETIME_S);
  });
  const permit = { id, backup, userId, sessionId };
  setCookie(context, COOKIE, encryption.encrypt(JSON.stringify(permit), CONTEXT), {
    path: PATH,
    httpOnly: true,
    sameSite: 'Strict',
    secure: config.siteUrl.startsWith('https:'),
    maxAge: LIFETIME_S,
  });
  return context.json({});
};

/** Answers while the session lives; the browser forgets the permission with the answer. */
export async function handOutArchive(
  context: Context<HttpEnvironment>,
  services: OperatorServices,
): Promise<Response> {
  const permit = takePermit(context, services);
  const isUnused = permit && (await services.database.asOwner((it) => usePermit(it, permit.id)));
  const by = isUnused && (await operatorOf(context, services, permit));
  const archive = by && (await services.backups.open(permit.backup));
  if (!archive) return notFound(context);
  context.header('cache-control', 'no-store');
  context.header('content-type', 'application/x-tar');
  context.header('content-length', String(archive.size));
  context.header('content-disposition', `attachment; filename="${archive.name}"`);
  return context.body(Readable.toWeb(Readable.from(archive.bytes)) as ReadableStream);
}

function takePermit(
  context: Context<HttpEnvironment>,
  { encryption }: Pick<OperatorServices, 'encryption'>,
): z.output<typeof permitSchema> | undefined {
  const sealed = getCookie(context, COOKIE);
  if (sealed === undefined) return undefined;
  deleteCookie(context, COOKIE, { path: PATH });
  try {
    return permitSchema.parse(JSON.parse(encryption.decrypt(sealed, CONTEXT).text));
  } catch {
    return undefined;
  }
}
