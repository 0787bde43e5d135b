/** A Notion page, as people have it at hand: its id with or without dashes, or its address. */

const ID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;
// A page's address ends in its id, behind its title.
const END_OF_ADDRESS = /(?:^|-)([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})$/i;
const HOSTS = /(^|\.)notion\.(so|site|com)$/;

/** @returns the id in Notion's own form; null for nothing; undefined for what names no Notion page */
export function readNotionPageId(typed: string): string | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return canonical(text) ?? canonical(idInAddress(text) ?? '');
}

function idInAddress(text: string): string | undefined {
  const address = URL.parse(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  if (address?.protocol !== 'https:' || !HOSTS.test(address.hostname)) return undefined;
  // A page that is opened over another one stands behind it.
  const name = address.searchParams.get('p') ?? address.pathname.split('/').filter(Boolean).at(-1) ?? '';
  return END_OF_ADDRESS.exec(name)?.[1];
}

function canonical(id: string): string | undefined {
  return ID.exec(id)?.slice(1).join('-').toLowerCase();
}
