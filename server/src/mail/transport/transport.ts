/** The last step of a mail: to the operator's mail server, or into a folder. */
import type { Mail } from '../mail.ts';

export interface Envelope {
  readonly mail: Mail;
  /** The same at every try, so that mailboxes recognise a mail that comes twice. */
  readonly messageId: string;
  readonly date: Date;
}

export interface Transport {
  /** Ends within {@link SEND_LIMIT_MS}. @throws {Error} when the mail was not accepted */
  send(envelope: Envelope): Promise<void>;
  /** @throws {Error} when a mail could not be sent now */
  check(): Promise<void>;
  close(): void;
}

export interface MailSettings {
  readonly smtpUrl: string | undefined;
  /** The file of an authority that the system does not know. */
  readonly smtpCa: string | undefined;
  readonly from: string;
  /** The folder for mails without an SMTP server. */
  readonly outbox: string;
}

/** A process that takes a mail has it for longer (queue/mail-store.ts). */
export const SEND_LIMIT_MS = 60_000;
