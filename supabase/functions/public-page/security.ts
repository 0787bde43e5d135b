/** What a browser may do with these documents: show them. No script, nothing from elsewhere, nobody told who reads. */
import { STYLE } from './style.ts';

let policy: Promise<string> | undefined;

export async function documentHeaders(): Promise<Record<string, string>> {
  policy ??= makePolicy();
  return {
    'content-type': 'text/html; charset=utf-8',
    // What is taken back is gone at once, everywhere.
    'cache-control': 'no-store',
    'content-security-policy': await policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // Whoever shares a link shares it with those who get it, not with everybody who searches.
    'x-robots-tag': 'noindex, nofollow',
  };
}

async function makePolicy(): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE));
  const style = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    // The site's icon.
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
