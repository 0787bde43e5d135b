/**
 * Serves the built web app: hashed files for ever, its pages always fresh and with the address and public key of
 * this server written into them. A page is a document of the build (index.html at /, terms.html at /terms), or
 * app.html at the addresses that the app's router knows. All others are answered with 404. The same configuration
 * is at /config.json.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { acceptedEncoding } from '../accepted-encoding.ts';
import type { HttpEnvironment } from '../http-environment.ts';
import { notFound, prefersHtml } from '../not-found.ts';
import { PUBLIC_PAGE_POLICY, webAppPolicy } from '../security-headers.ts';
import { createPages, type PageBodies } from './pages-of-web-app.ts';
import { createPreloadLinks } from './preload-links.ts';

const ONE_YEAR_S = 31_536_000;
// Only a plain word is a page, so that no address leads out of the folder.
const PAGE = /^\/([a-z-]*)$/;

export interface WebAppSettings {
  /** The build's folder, with its pages. */
  readonly directory: string;
  readonly publicConfig: PublicConfig;
  /** The public address, written into the pages where they name themselves. */
  readonly siteUrl: string;
}

/** Settings that a browser needs to talk to this server; also the body of /config.json. */
export interface PublicConfig {
  readonly supabaseUrl: string;
  readonly supabasePublishableKey: string;
  /** The name of the OpenID Connect provider at which people may sign in, too. */
  readonly signInProvider?: string;
}

/**
 * Checks the build before any visitor does. Without one the server has its APIs alone, as in development.
 * @throws {Error} in a sentence for the operator
 */
export async function requireReadableBuild(directory: string): Promise<void> {
  try {
    const files = await readdir(directory);
    for (const page of files.filter((file) => file.endsWith('.html')))
      await readFile(path.join(directory, page));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new Error(
      `The web app in ${directory} cannot be read (${code}): build it again with npm run build.`,
      {
        cause: error,
      },
    );
  }
}

export function createWebApp({ directory, publicConfig, siteUrl }: WebAppSettings): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const policy = webAppPolicy(publicConfig.supabaseUrl);
  app.use(async (context, next) => {
    await next();
    const { status, headers } = context.res;
    if (status !== 404 && !headers.has('content-security-policy'))
      headers.set('content-security-policy', policy);
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
  app.get('/assets/*', notFound);
  // Everything else keeps its address when it changes, so a browser asks each time, and mostly hears
  // "unchanged". "Unchanged" renews the headers that the browser has kept, so it must name the page's own
  // policy.
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy'] }));
  // A page has one address, and is never sent without its configuration.
  app.get('/:file{[a-z-]+\\.html}', (context) => {
    const name = context.req.param('file').slice(0, -'.html'.length);
    return context.redirect(name === 'index' || name === 'app' ? '/' : `/${name}`);
  });
  app.use('*', async (context, next) => {
    // Pages are answered below.
    if (PAGE.test(context.req.path)) return next();
    return serveStatic<HttpEnvironment>({
      root: directory,
      precompressed: true,
      onFound: (_file, found) => found.header('cache-control', 'no-cache'),
    })(context, next);
  });
  const readPage = createPages(directory, (html) => written(html, publicConfig, siteUrl));
  const linksOf = createPreloadLinks(directory);
  const send = (context: Context<HttpEnvironment>, page: PageBodies) => {
    const encoding = acceptedEncoding(context) ?? 'identity';
    if (encoding !== 'identity') context.header('content-encoding', encoding);
    context.header('vary', 'Accept-Encoding');
    context.header('cache-control', 'no-cache');
    context.header('content-type', 'text/html; charset=UTF-8');
    return context.body(page[encoding]);
  };
  app.get('*', async (context) => {
    const [, name] = PAGE.exec(context.req.path) ?? [];
    const document = name === undefined || name === 'app' ? undefined : await readPage(name || 'index');
    if (document) {
      context.header('content-security-policy', PUBLIC_PAGE_POLICY);
      return send(context, document);
    }
    const links = await linksOf(context.req.path);
    const page = links === undefined ? undefined : await readPage('app', links);
    if (page) return send(context, page);
    // Without a landing page the app would send visitors there for ever: half a build is an error.
    if (name === '' || links !== undefined)
      throw new Error(
        `The build of the web app in ${directory} has no page for ${context.req.path}: run npm run build.`,
      );
    if (!prefersHtml(context)) return notFound(context);
    // Specification, routes: any other path redirects to /.
    context.header('vary', 'Accept');
    context.header('cache-control', 'no-cache');
    return context.redirect('/');
  });
  // Nothing here takes anything else.
  app.all('*', notFound);
  return app;
}

function written(html: string, publicConfig: PublicConfig, siteUrl: string): string {
  // "<" could end the element early.
  const json = JSON.stringify(publicConfig).replaceAll('<', '\\u003c');
  return html
    .replaceAll('%SITE_URL%', () => siteUrl)
    .replace('</head>', () => `<script type="application/json" id="config">${json}</script></head>`);
}
