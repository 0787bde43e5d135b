/**
 * Shows the mails in the outbox at /dev/mail, for a person on the same machine who runs no mail server. Mails hold
 * sign-in links, so whatever did not come straight from this machine's own browser gets a 404.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import PostalMime, { type Email } from 'postal-mime';
import { isLoopback } from '../config/config.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { listPage, mailPage, withLinksThatLeave } from './outbox-pages.ts';
import { findProductFont } from './product-font.ts';

const SHOWN = 100;
// Who looks is mostly waiting for a mail that is being written.
const REFRESH_S = 5;
const MAIL_NAME = /^[\w-]+\.eml$/;
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
// What proxies and tunnels add to a request that they pass on.
const PROXY_HEADER = /^(x-forwarded-.*|forwarded|via|x-real-ip|(x|true)-client-ip|cf-.*)$/;

/**
 * @param directory where the mails are
 * @param webDirectory the web app's build, whose typeface the pages have
 */
export function createOutboxViewer(directory: string, webDirectory: string): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(onlyThisMachine);
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        fontSrc: ["'self'"],
        frameSrc: ["'self'"],
        imgSrc: ['data:'],
        // A mail is shown in a frame of its page.
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
      // Only a server that is reached over TLS may ask for it: security-headers.ts.
      strictTransportSecurity: false,
      xFrameOptions: 'SAMEORIGIN',
    }),
  );
  app.get('/', async (context) => {
    const mails = await Promise.all(
      (await newest(directory)).map(async (name) => ({ name, mail: await read(directory, name) })),
    );
    // By this the web app knows that it may point a person here.
    context.header('x-trellis-outbox', 'readable');
    context.header('refresh', String(REFRESH_S));
    return context.html(listPage(mails, await findProductFont(webDirectory)));
  });
  app.get('/:name', async (context) => {
    const name = context.req.param('name');
    const mail = await readNamed(directory, name);
    if (!mail) return context.notFound();
    return context.html(mailPage(name, mail, await findProductFont(webDirectory)));
  });
  app.get('/:name/body', async (context) => {
    const mail = await readNamed(directory, context.req.param('name'));
    return mail ? context.html(withLinksThatLeave(mail.html ?? '')) : context.notFound();
  });
  return app;
}

const onlyThisMachine = createMiddleware<HttpEnvironment>(async (context, next) => {
  const { address } = getConnInfo(context).remote;
  const direct = LOOPBACK_ADDRESS.test(address ?? '') && isLoopback(new URL(context.req.url));
  if (!direct || Object.keys(context.req.header()).some((name) => PROXY_HEADER.test(name)))
    return context.notFound();
  await next();
});

/** @returns file names, the newest first: they begin with the time */
async function newest(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => MAIL_NAME.test(name))
    .sort()
    .reverse()
    .slice(0, SHOWN);
}

async function readNamed(directory: string, name: string): Promise<Email | undefined> {
  return (await newest(directory)).includes(name) ? read(directory, name) : undefined;
}

async function read(directory: string, name: string): Promise<Email> {
  return PostalMime.parse(await readFile(path.join(directory, name)));
}
