/** Addresses as people write and paste them, and those of pages. */
import { paths } from '../../../lib/paths.ts';
import { linkTarget } from '../markdown/link-target.ts';

const PAGE = new RegExp(`^${paths.dashboard}/pages/([0-9a-f-]{36})(?:[?#].*)?$`, 'i');
const DOMAIN = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;
const MAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const FULL = /^(?:https?:\/\/|mailto:|tel:|\/|#)\S+$/i;

/** @returns the page that an address leads to */
export function linkedPage(address: string, origin: string): string | undefined {
  const target = linkTarget(address, origin);
  return target.kind === 'inside' ? PAGE.exec(target.path)?.[1]?.toLowerCase() : undefined;
}

/** @returns the address that is meant; undefined for what is none, or leads nowhere */
export function readAddress(typed: string, origin: string): string | undefined {
  const text = typed.trim();
  const address = FULL.test(text) ? text : MAIL.test(text) ? `mailto:${text}` : asDomain(text);
  if (address === undefined || address.startsWith('#')) return address;
  const target = linkTarget(address, origin);
  if (target.kind === 'nowhere') return undefined;
  // Pages of this app keep their links when it moves to another address.
  return target.kind === 'inside' ? target.path : address;
}

function asDomain(text: string): string | undefined {
  return DOMAIN.test(text) ? `https://${text}` : undefined;
}

/** @returns the address so that nothing in it ends the link */
export function writeAddress(address: string): string {
  const safe = address.replaceAll(/[\s<>\\]/g, (each) => encodeURIComponent(each));
  let depth = 0;
  for (const each of safe) {
    if (each === '(') depth++;
    else if (each === ')' && --depth < 0) break;
  }
  return depth === 0 ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** @returns an address as one reads it: without what goes without saying */
export function shownAddress(address: string): string {
  return address.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '');
}
