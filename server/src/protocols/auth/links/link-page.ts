/**
 * /link/{id}: the page with one button that an opened mail leads to, so that scanners of mails use up no link. GET changes nothing,
 * however often and by whatever program it is asked; pressing the button uses the link, also without scripts. Only a script can take tokens out of the address behind the
 * button, so a browser without scripts gets them in none: the session waits in the page's cookie until scripts are allowed.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { readClient } from '../request/client.ts';
import { redirectTarget } from '../request/redirect-target.ts';
import { redirectWithError, redirectWithTokens } from '../respond/verify-redirect.ts';
import { continueSession } from '../token/refresh-token.ts';
import { forgetLink, type HeldSession, keepSession, readKeptLink } from './kept-link.ts';
import { LINK_MAILS } from './link-mails.ts';
import { PKCE_PREFIX } from './put-link.ts';
import { invalidLink } from './redeem-link.ts';
import { findLink, useLink } from './use-link.ts';

export const showLink: Operation = async (context, auth) => {
  const link = readKeptLink(context, auth);
  if (!link) return answer(context, cookieless(), 400);
  if ('refreshToken' in link) return answer(context, scriptless(link.address), 200);
  const found = await findLink(auth, link);
  if (!found) {
    const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
    const inQuery = link.token.startsWith(PKCE_PREFIX);
    return context.redirect(redirectWithError(redirectTo, invalidLink(undefined), inQuery), 303);
  }
  const { subject, action = 'Continue', warning } = LINK_MAILS[found.kind];
  const former = found.kind === 'email_change' ? found.accountEmail : null;
  return answer(context, button({ title: subject, action, address: found.relates_to, former, warning }), 200);
};

export const pressLink: Operation = async (context, auth) => {
  const link = readKeptLink(context, auth);
  if (!link) return answer(context, cookieless(), 400);
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const isHeld = 'refreshToken' in link;
  const hold = (session: HeldSession, target: string) =>
    context.redirect(keepSession(context, auth, { ...session, redirectTo: target }), 303);
  // Another site's scripts may run where this one's do not.
  if (!(await hasScripts(context)) && new URL(redirectTo).origin === new URL(auth.config.siteUrl).origin) {
    if (isHeld) return hold(link, redirectTo);
    return useLink(context, auth, link, ({ user, refreshToken }, target) =>
      hold({ type: link.type, refreshToken, address: user.email ?? '' }, target),
    );
  }
  forgetLink(context);
  return isHeld ? handOver(context, auth, { ...link, redirectTo }) : useLink(context, auth, link);
};

/** As the page's script says. */
async function hasScripts(context: Context<HttpEnvironment>): Promise<boolean> {
  return new URLSearchParams(await context.req.text()).get('scripts') === 'run';
}

/** Leads on with the session of a link that was used without scripts. */
async function handOver(
  context: Context<HttpEnvironment>,
  auth: AuthServices,
  { refreshToken, type, redirectTo }: HeldSession & { readonly redirectTo: string },
): Promise<Response> {
  try {
    const tokens = await continueSession(auth, refreshToken, readClient(context, auth));
    return context.redirect(redirectWithTokens(redirectTo, type, tokens), 303);
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    // The session has ended since: the link brings nobody in any more.
    return context.redirect(redirectWithError(redirectTo, invalidLink(undefined), false), 303);
  }
}

type Page = ReturnType<typeof html>;

interface Asked {
  readonly title: string;
  readonly action: string;
  readonly address: string;
  /** The address of an account that gets another. */
  readonly former: string | null;
  readonly warning: string | undefined;
}

function button({ title, action, address, former, warning }: Asked): Page {
  return layOut(
    title,
    html`<p><strong>${address}</strong></p>
      ${former === null ? '' : html`<p>This becomes the address of the account of <strong>${former}</strong>.</p>`}
      ${warning === undefined ? '' : html`<p>${warning}</p>`}
      ${form(action)}`,
  );
}

function scriptless(address: string): Page {
  return layOut(
    'Allow scripts to go on',
    html`<p><strong>${address}</strong></p>
      <p>The link has worked, and your address is confirmed. Trellis itself needs scripts: allow them for this site, open this page
      again, and press the button.</p>
      ${form('Continue')}`,
  );
}

function form(action: string): Page {
  return html`<form method="post"><input type="hidden" name="scripts" /><button>${action}</button></form>
      <script>${raw(SCRIPT)}</script>`;
}

function cookieless(): Page {
  return layOut(
    'Open the link again',
    html`<p>Open the link in your mail once more. If this page comes back, your browser keeps no cookies from this site: allow
      them, or type the code from the mail where you asked for it.</p>`,
  );
}

function layOut(title: string, content: unknown): Page {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} · Trellis</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body><header>Trellis</header><main><h1>${title}</h1>${content}</main></body>
    </html>`;
}

function answer(context: Context<HttpEnvironment>, page: Page, status: 200 | 400) {
  context.header('content-security-policy', POLICY);
  context.header('referrer-policy', 'no-referrer');
  return context.html(page, status);
}

// A second press would take the browser from the answer to the first one.
const SCRIPT = `document.forms[0].scripts.value = 'run';
document.forms[0].addEventListener('submit', (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = 'yes';
});
// The page may be shown again as it was left.
addEventListener('pageshow', () => delete document.forms[0].dataset.sent);`;

// The colours and sizes of the web app's sign-in screens (web/src/features/auth/components/auth-frame.tsx).
const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 'Inter Variable', ui-sans-serif, system-ui, sans-serif;
  color: light-dark(#1a1f1d, #eaedeb); background: light-dark(#f4f6f5, #0f1211); }
body { box-sizing: border-box; min-height: 100dvh; margin: 0; padding: max(2rem, 12vh) 1rem 2rem; }
header { text-align: center; font-size: 1.125rem; font-weight: 650; letter-spacing: -0.01em; }
main { box-sizing: border-box; max-width: 24rem; margin: 2rem auto 0; padding: 2rem;
  border: 1px solid light-dark(#e1e6e3, #2b312e); border-radius: 16px; background: light-dark(#fff, #171b19); }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.02em; text-wrap: pretty; }
p { margin: 0.375rem 0 0; color: light-dark(#58615d, #a2aca7); overflow-wrap: anywhere; text-wrap: pretty; }
strong { color: light-dark(#1a1f1d, #eaedeb); font-weight: 500; }
button { width: 100%; min-height: 2.75rem; margin-top: 1.5rem; padding: 0.5rem 1rem; border: 0; border-radius: 10px; cursor: pointer;
  font: inherit; font-weight: 550; color: light-dark(#fff, #0f1211); background: light-dark(#17745a, #58c79f); }
button:hover { background: light-dark(#126049, #6fd3ae); }
:focus-visible { outline: 2px solid light-dark(#17745a, #58c79f); outline-offset: 2px; }
@media (max-width: 24rem) { main { padding: 1.5rem; } }
`;

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// No form-action: browsers hold it against the redirect, too, which may lead to an app of the operator's.
const POLICY = [
  "default-src 'none'",
  `style-src ${sourceOf(STYLE)}`,
  `script-src ${sourceOf(SCRIPT)}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
