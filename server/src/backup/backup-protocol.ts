/** Backups over HTTP, at /backup/v1, for holders of the secret key: makes one, lists them, hands an archive out. */
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { ResolveCaller } from '../http/caller/caller.ts';
import { requireSecretKey } from '../http/caller/require-secret-key.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { isUuid } from '../http/uuid.ts';
import type { Backups } from './backups.ts';

export function createBackupProtocol(
  services: { readonly resolveCaller: ResolveCaller },
  backups: Backups,
): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store');
    await requireSecretKey(services, context.req.raw);
    await next();
  });
  app.get('/backups', async (context) => context.json(await backups.list()));
  app.post('/backups', async (context) => {
    const id = await backups.request();
    if (id === undefined) return context.json({ message: 'A backup is being made already' }, 409);
    return context.json({ id }, 202);
  });
  app.get('/backups/:id/archive', async (context) => {
    const id = context.req.param('id');
    const archive = isUuid(id) ? await backups.open(id) : undefined;
    if (!archive) return missing(context, 'There is no archive of such a backup here');
    context.header('content-type', 'application/x-tar');
    context.header('content-length', String(archive.size));
    context.header('content-disposition', `attachment; filename="${archive.name}"`);
    return context.body(Readable.toWeb(Readable.from(archive.bytes)) as ReadableStream);
  });
  app.all('*', (context) => missing(context, 'There is nothing at this address.'));
  return app;
}

function missing(context: Context<HttpEnvironment>, message: string): Response {
  return context.json({ message }, 404);
}
