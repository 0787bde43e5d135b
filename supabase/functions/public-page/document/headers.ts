/** The headers let a browser show these documents only: no script, nothing from elsewhere, no referrer. */
import { STYLE } from './style.ts';

let policy: Promise<string> | undefined;

/** @param isIndexed whether search engines may list the document */
export async function documentHeaders(isIndexed: boolean): Promise<Record<string, string>> {
  policy ??= makePolicy();
  return {
    'content-type': 'text/html; charset=utf-8',
    // An unshared page is gone at once, everywhere.
    'cache-control': 'no-store',
    'content-security-policy': await policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A shared link is for the people who get it, not for search engines, unless its sharer says so.
    ...(!isIndexed && { 'x-robots-tag': 'noindex, nofollow' }),
  };
}

async function makePolicy(): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE));
  const style = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    // The site's icon and its font, and the files of the page.
    "img-src 'self'",
    "media-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
