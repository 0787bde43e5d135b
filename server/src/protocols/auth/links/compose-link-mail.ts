/**
 * The mails with a link. They hold nothing that a stranger could have written (a name, say): anyone can have a mail
 * sent to anyone by signing up with their address.
 */
import type { Mail } from '../../../mail/mail.ts';
import { layOut } from '../mail/layout.ts';
import type { LinkKind } from './link-kinds.ts';
import { LINK_MAILS } from './link-mails.ts';

/** @param link both work once */
export function composeLinkMail(
  kind: LinkKind,
  to: string,
  { url, code, note }: { readonly url: string; readonly code: string; readonly note?: string | undefined },
): Mail {
  const { action, ...text } = LINK_MAILS[kind];
  const link = action === undefined ? undefined : { label: action, url };
  return { to, ...layOut({ ...text, link, code, note }) };
}
