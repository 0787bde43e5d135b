/**
 * Serves the built web app: hashed files for ever, the page itself always fresh and with the address and public key
 * of this server written into it. Every path that is not a file is the app's own business.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { HttpEnvironment } from './http-environment.ts';
import { webAppPolicy } from './security-headers.ts';

const ONE_YEAR_S = 31_536_000;

export interface WebAppSettings {
  /** The build's folder, with its index.html. */
  readonly directory: string;
  readonly publicConfig: PublicConfig;
}

/** What a browser must know to talk to this server; also the body of /config.json. */
export interface PublicConfig {
  readonly supabaseUrl: string;
  readonly supabasePublishableKey: string;
}

export function createWebApp({ directory, publicConfig }: WebAppSettings): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const policy = webAppPolicy(publicConfig.supabaseUrl);
  app.use(async (context, next) => {
    await next();
    context.res.headers.set('content-security-policy', policy);
  });
  app.use(
    '/assets/*',
    serveStatic({
      root: directory,
      precompressed: true,
      onFound: (_file, context) =>
        context.header('cache-control', `public, max-age=${ONE_YEAR_S}, immutable`),
    }),
  );
  app.get('/assets/*', (context) => context.text('Not found', 404));
  // Everything else keeps its address when it changes, so a browser asks each time, and mostly hears "unchanged".
  app.use(etag());
  app.get('/index.html', (context) => context.redirect('/'));
  app.use('*', async (context, next) => {
    // The page itself is answered below, with its configuration written in.
    if (context.req.path === '/') return next();
    return serveStatic<HttpEnvironment>({
      root: directory,
      precompressed: true,
      onFound: (_file, found) => found.header('cache-control', 'no-cache'),
    })(context, next);
  });
  app.get('*', async (context) => {
    context.header('cache-control', 'no-cache');
    return context.html(await page(directory, publicConfig));
  });
  return app;
}

async function page(directory: string, publicConfig: PublicConfig): Promise<string> {
  const html = await readFile(path.join(directory, 'index.html'), 'utf8');
  // "<" could end the element early.
  const json = JSON.stringify(publicConfig).replaceAll('<', '\\u003c');
  return html.replace('</head>', () => `<script type="application/json" id="config">${json}</script></head>`);
}
