/**
 * Tells the target of a link in a page. Pages come from other people: an address that could run or embed something
 * leads nowhere.
 */
import { paths } from '../../../lib/paths.ts';

export type LinkTarget =
  /** An address of this app. */
  | { readonly kind: 'inside'; readonly path: string }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'nowhere' };

const NOWHERE: LinkTarget = { kind: 'nowhere' };
const OWN = new RegExp(`^(?:${paths.dashboard}|/files)/`);
const OUTSIDE: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** @param origin that of this app */
export function linkTarget(address: string, origin: string): LinkTarget {
  // A file's name, as in pages that came from elsewhere, is no address of this app.
  if (!address.startsWith('/') && !/^[a-z][a-z0-9+.-]*:/i.test(address)) return asDomain(address);
  const url = parse(address, origin);
  if (!url) return NOWHERE;
  if (url.origin === origin && OWN.test(url.pathname))
    return { kind: 'inside', path: `${url.pathname}${url.search}${url.hash}` };
  return OUTSIDE.has(url.protocol) ? { kind: 'outside', url: url.href } : NOWHERE;
}

/** Addresses that Markdown turns into links without a scheme: www.example.com, and a mail address. */
function asDomain(address: string): LinkTarget {
  if (/^www\.[^\s/]+\./i.test(address)) return { kind: 'outside', url: `https://${address}` };
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return { kind: 'outside', url: `mailto:${address}` };
  return NOWHERE;
}

function parse(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}
