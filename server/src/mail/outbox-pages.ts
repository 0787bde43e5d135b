/** The pages of the outbox viewer (outbox-viewer.ts): a list, and a mail as its reader sees it. */
import { html, raw } from 'hono/html';
import type { Email } from 'postal-mime';

/** @param font the address of the product's typeface, if there is one */
export function listPage(mails: readonly { name: string; mail: Email }[], font: string | undefined) {
  return layout(
    'Outbox',
    font,
    html`<h1>Outbox</h1>
      <p class="quiet">No mail server is set (SMTP_URL), so mails stay here. Only a browser on this machine can read
        them, and only by the address that Trellis printed when it started. New ones appear by themselves.</p>
      ${
        mails.length === 0
          ? html`<p class="empty">Nothing has been sent yet.</p>`
          : html`<ul>${mails.map(
              ({ name, mail }) =>
                html`<li><a href="/dev/mail/${name}"><strong>${mail.subject ?? '(no subject)'}</strong>
              <span class="quiet">to ${recipients(mail)}</span></a>${time(mail)}</li>`,
            )}</ul>`
      }`,
  );
}

/** @param font the address of the product's typeface, if there is one */
export function lockedPage(font: string | undefined) {
  return layout(
    'Outbox',
    font,
    html`<h1>Outbox</h1>
      <p>Mails hold sign-in links, so they are shown to whoever started Trellis only. It printed their address when it
        started: <code>Mails: …/dev/mail?key=…</code>. Open that address once; this browser remembers it.</p>`,
  );
}

/** @param font the address of the product's typeface, if there is one */
export function mailPage(name: string, mail: Email, font: string | undefined) {
  return layout(
    mail.subject ?? 'Mail',
    font,
    html`<p><a href="/dev/mail">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p class="quiet">to ${recipients(mail)} · ${time(mail)}</p>
      ${mail.html === undefined ? plainBody(mail) : framedBody(name, mail)}`,
  );
}

function framedBody(name: string, mail: Email) {
  return html`<iframe title="The mail as its reader sees it" src="/dev/mail/${name}/body" sandbox="allow-top-navigation-by-user-activation"></iframe>
    <details><summary>Plain text</summary><pre>${mail.text}</pre></details>`;
}

/** The links of a mail without markup cannot be opened in it, so they stand above. */
function plainBody(mail: Email) {
  const links = [...new Set((mail.text ?? '').match(/https?:\/\/\S+/g) ?? [])];
  return html`${links.map((link) => html`<p class="quiet"><a href="${link}">${link}</a></p>`)}
    <pre>${mail.text}</pre>`;
}

/** The frame around a mail is no place for what its links open. */
export function withLinksThatLeave(body: string): string {
  return body.replaceAll('<a ', '<a target="_top" ');
}

function recipients(mail: Email): string {
  return mail.to?.map((to) => to.address).join(', ') ?? '';
}

function time({ date = '' }: Email) {
  const shown = date.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return html`<time class="quiet" datetime="${date}">${shown}</time>`;
}

function fontFace(font: string | undefined) {
  return font === undefined
    ? ''
    : raw(
        `@font-face { font-family: 'Inter Variable'; src: url(${font}) format('woff2'); font-weight: 100 900; }`,
      );
}

function layout(title: string, font: string | undefined, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title} · Trellis</title>
      <style>
        ${fontFace(font)}
        :root { color-scheme: light dark; font: 15px/1.5 'Inter Variable', ui-sans-serif, system-ui, sans-serif;
          --line: light-dark(#e1e6e3, #2b312e); color: light-dark(#1a1f1d, #eaedeb); background: light-dark(#fff, #141716); }
        body { max-width: 45rem; margin: 3rem auto; padding: 0 1rem; }
        h1 { margin: 0 0 0.25rem; font-size: 1.5rem; letter-spacing: -0.01em; }
        a { color: light-dark(#17745a, #58c79f); overflow-wrap: anywhere; }
        .quiet { color: light-dark(#58615d, #a2aca7); font-size: 0.875rem; }
        .empty { padding: 3rem; border: 1px dashed var(--line); border-radius: 12px; text-align: center; }
        ul { margin: 1.5rem 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; }
        li { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; padding: 0.75rem 1rem; }
        li + li { border-top: 1px solid var(--line); }
        li a { display: grid; text-decoration: none; color: inherit; } li a:hover strong { text-decoration: underline; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; } summary { cursor: pointer; margin-top: 1rem; }
        iframe { width: 100%; height: 42rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
        :focus-visible { outline: 2px solid light-dark(#17745a, #58c79f); outline-offset: 2px; }
      </style>
      ${body}
    </html>`;
}
