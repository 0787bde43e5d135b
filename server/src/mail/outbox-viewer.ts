/**
 * Shows the mails in the outbox at /dev/mail, for a person on the same machine who runs no mail server. Mails hold
 * sign-in links, so whatever did not come straight from this machine's own browser gets a 404.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import PostalMime, { type Email } from 'postal-mime';
import { isLoopback } from '../config/config.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';

const SHOWN = 100;
const MAIL_NAME = /^[\w-]+\.eml$/;
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
// What proxies and tunnels add to a request that they pass on.
const PROXY_HEADER = /^(x-forwarded-.*|forwarded|via|x-real-ip|(x|true)-client-ip|cf-.*)$/;

export function createOutboxViewer(directory: string): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(onlyThisMachine);
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        frameSrc: ["'self'"],
        imgSrc: ['data:'],
      },
      xFrameOptions: 'SAMEORIGIN',
    }),
  );
  app.get('/', async (context) => {
    const mails = await Promise.all(
      (await newest(directory)).map(async (name) => ({ name, mail: await read(directory, name) })),
    );
    return context.html(list(mails));
  });
  app.get('/:name', async (context) => {
    const mail = await readNamed(directory, context.req.param('name'));
    return mail ? context.html(single(context.req.param('name'), mail)) : context.notFound();
  });
  app.get('/:name/body', async (context) => {
    const mail = await readNamed(directory, context.req.param('name'));
    return mail ? context.html(mail.html ?? '') : context.notFound();
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

function list(mails: readonly { name: string; mail: Email }[]) {
  return layout(
    'Outbox',
    html`<h1>Outbox</h1>
      <p>No mail server is set (SMTP_URL), so mails stay here. Only a browser on this machine can read them.</p>
      ${mails.length === 0 ? html`<p class="quiet">Nothing has been sent yet.</p>` : ''}
      <ul>
        ${mails.map(
          ({ name, mail }) =>
            html`<li><a href="/dev/mail/${name}">${mail.subject ?? '(no subject)'}</a>
              <span class="quiet">to ${mail.to?.map((to) => to.address).join(', ')} · ${mail.date}</span></li>`,
        )}
      </ul>`,
  );
}

function single(name: string, mail: Email) {
  const links = [...new Set((mail.text ?? '').match(/https?:\/\/\S+/g) ?? [])];
  return layout(
    mail.subject ?? 'Mail',
    html`<p><a href="/dev/mail">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p class="quiet">to ${mail.to?.map((to) => to.address).join(', ')} · ${mail.date}</p>
      ${links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
      <iframe title="The mail as its reader sees it" src="/dev/mail/${name}/body" sandbox></iframe>
      <details><summary>Plain text</summary><pre>${mail.text}</pre></details>`,
  );
}

function layout(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title} · Trellis</title>
      <style>
        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
        body { max-width: 45rem; margin: 3rem auto; padding: 0 1rem; }
        .quiet { opacity: 0.7; } ul { padding: 0; list-style: none; } li { padding: 0.5rem 0; }
        li span { display: block; } a { overflow-wrap: anywhere; } pre { white-space: pre-wrap; }
        iframe { width: 100%; height: 28rem; border: 1px solid #8884; border-radius: 8px; background: #fff; }
      </style>
      ${body}
    </html>`;
}
