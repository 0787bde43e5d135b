/**
 * The mails with a link. They hold nothing that a stranger could have written (a name, say): anyone can have a mail
 * sent to anyone by signing up with their address.
 */
import type { Mail } from '../../../mail/mailer.ts';
import type { LinkKind } from '../links/link-kinds.ts';
import { confirmation } from './confirmation.ts';
import { emailChange } from './email-change.ts';
import { type LinkMailText, layOut } from './layout.ts';
import { recovery } from './recovery.ts';

const TEXTS: Record<LinkKind, LinkMailText> = { signup: confirmation, recovery, email_change: emailChange };

/** @param url the link, which works once */
export function composeLinkMail(kind: LinkKind, to: string, url: string): Mail {
  return { to, ...layOut(TEXTS[kind], url) };
}
