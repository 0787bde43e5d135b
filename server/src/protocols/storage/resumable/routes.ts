/** `/upload/resumable`, mounted below /storage/v1: uploads in several requests, by the protocol TUS 1.0.0. */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { resumableErrors } from '../errors.ts';
import type { StorageServices } from '../storage-services.ts';
import { addPart } from './add-part.ts';
import { type Authorize, asCaller, byLink } from './authority.ts';
import { create } from './create.ts';
import { tellOffset } from './tell-offset.ts';
import { terminate } from './terminate.ts';
import { TUS_EXTENSIONS, TUS_VERSION } from './tus-headers.ts';

type Handler = (
  services: StorageServices,
  context: Context<HttpEnvironment>,
  authorize: Authorize,
) => Promise<Response>;

export function resumableRoutes(services: StorageServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(async ({ req }, next) => {
    if (req.header('tus-resumable') !== TUS_VERSION) throw resumableErrors.wrongVersion();
    await next();
  });
  for (const [path, authorize] of [
    ['/sign', byLink],
    ['', asCaller],
  ] as const) {
    const by = (handle: Handler) => (context: Context<HttpEnvironment>) =>
      handle(services, context, authorize);
    app.post(path || '/', by(create));
    // For clients whose networks know no other methods.
    app.post(`${path}/:id`, (context) => {
      const handle = { PATCH: addPart, DELETE: terminate }[
        context.req.header('x-http-method-override') ?? ''
      ];
      if (!handle) throw resumableErrors.badHeader('X-HTTP-Method-Override');
      return handle(services, context, authorize);
    });
    app.patch(`${path}/:id`, by(addPart));
    app.delete(`${path}/:id`, by(terminate));
    // HEAD, too.
    app.get(`${path}/:id`, by(tellOffset));
  }
  return app;
}

/** Every answer has these. */
export function resumableHeaders({
  largestFileBytes,
}: Pick<StorageServices, 'largestFileBytes'>): MiddlewareHandler<HttpEnvironment> {
  return async (context, next) => {
    context.header('tus-resumable', TUS_VERSION);
    if (context.req.method === 'OPTIONS') {
      context.header('tus-version', TUS_VERSION);
      context.header('tus-extension', TUS_EXTENSIONS);
      context.header('tus-max-size', String(largestFileBytes()));
    }
    await next();
  };
}
