/**
 * A Notion of our own on loopback: a real HTTP server that speaks the part of Notion's OAuth and API which Trellis
 * uses, and keeps everything in memory. Our code reaches it as it reaches Notion, at NOTION_API_URL.
 */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { apiError } from './api-errors.ts';
import { Faults } from './faults.ts';
import { NotionPages } from './notion-pages.ts';
import { NotionState } from './notion-state.ts';
import { createOauth } from './oauth.ts';
import { createPages } from './pages.ts';
import { createUsers } from './users.ts';

/** A request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly version: string | undefined;
  readonly at: number;
}

export interface NotionStandIn extends AsyncDisposable {
  readonly url: string;
  readonly state: NotionState;
  readonly pages: NotionPages;
  readonly faults: Faults;
  readonly requests: readonly SeenRequest[];
}

export async function startNotionStandIn(): Promise<NotionStandIn> {
  const state = new NotionState();
  const pages = new NotionPages();
  const faults = new Faults();
  const requests: SeenRequest[] = [];
  const app = new Hono();

  app.use('/v1/*', async (context, next) => {
    const { method, path } = context.req;
    const version = context.req.header('notion-version');
    requests.push({ method, path, version, at: Date.now() });
    if (path !== '/v1/oauth/authorize' && !/^\d{4}-\d{2}-\d{2}$/.test(version ?? ''))
      return apiError(400, 'missing_version', 'Notion-Version header should be defined.');
    return next();
  });
  app.use('/v1/*', faults.middleware);
  app.route('/v1/oauth', createOauth(state));
  app.use('/v1/*', async (context, next) => {
    const token = context.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
    return state.grantOf(token) ? next() : apiError(401, 'unauthorized', 'API token is invalid.');
  });
  app.route('/v1/users', createUsers(state));
  app.route('/v1', createPages(pages));
  app.notFound(() => apiError(400, 'invalid_request_url', 'Invalid request URL.'));

  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    pages,
    faults,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Those that hang on purpose, too.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
