/**
 * Shows the mails in the outbox at /dev/mail, for a person on the same machine who runs no mail server. Mails hold
 * sign-in links, so they are shown on this machine only, and only with the key that the start prints. A browser
 * keeps the key in a cookie.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import PostalMime, { type Email } from 'postal-mime';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { isLoopback } from '../http/secure-context.ts';
import { isOutboxKey } from './outbox-key.ts';
import { listPage, lockedPage, mailPage, withLinksThatLeave } from './outbox-pages.ts';
import { findProductFont } from './product-font.ts';

const SHOWN = 100;
// A person who looks is mostly waiting for a mail that is being written.
const REFRESH_S = 5;
const MAIL_NAME = /^[\w-]+\.eml$/;
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const PATH = '/dev/mail';
const COOKIE = 'trellis_outbox';
const COOKIE_LIFE_S = 30 * 24 * 60 * 60;

/**
 * @param directory where the mails are
 * @param key a request that carries it may read them
 * @param webDirectory the web app's build, whose typeface the pages have
 */
export function createOutboxViewer(
  directory: string,
  key: string,
  webDirectory: string,
): Hono<HttpEnvironment> {
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
  app.use(async (context, next) => {
    // The web app points a person here only if it finds this header.
    context.header('x-trellis-outbox', 'readable');
    if (isOutboxKey(context.req.query('key'), key)) {
      setCookie(context, COOKIE, key, {
        httpOnly: true,
        sameSite: 'Strict',
        path: PATH,
        maxAge: COOKIE_LIFE_S,
      });
      return context.redirect(context.req.path, 303);
    }
    if (isOutboxKey(getCookie(context, COOKIE), key)) return next();
    return context.html(lockedPage(await findProductFont(webDirectory)), 403);
  });
  app.get('/', async (context) => {
    const mails = await Promise.all(
      (await newest(directory)).map(async (name) => ({ name, mail: await read(directory, name) })),
    );
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
  if (!LOOPBACK_ADDRESS.test(address ?? '') || !isLoopback(new URL(context.req.url)))
    return context.notFound();
  return next();
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
