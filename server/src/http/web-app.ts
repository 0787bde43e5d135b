/**
 * Serves the built web app: hashed files for ever, the page itself always fresh and with the address and public key
 * of this server written into it. Every path that is not a file is the app's own business.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { HttpEnvironment } from './http-environment.ts';

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
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        // The editor writes its rules into style elements of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'", new URL(publicConfig.supabaseUrl).origin],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'strict-origin-when-cross-origin',
      strictTransportSecurity: publicConfig.supabaseUrl.startsWith('https:') ? 'max-age=31536000' : false,
    }),
  );
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
  app.get('/index.html', (context) => context.redirect('/'));
  app.use('*', async (context, next) => {
    // The page itself is answered below, with its configuration written in.
    if (context.req.path === '/') return next();
    return serveStatic<HttpEnvironment>({ root: directory, precompressed: true })(context, next);
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
