/** A mail as its author writes it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address at which its reader stops mails of this kind (RFC 8058), for mails that nobody asked for one by one. */
  readonly unsubscribeUrl?: string | undefined;
}

/** A mail with what the queue must know of it. */
export interface Letter {
  /** A word for the log, which names nobody: `recovery`. */
  readonly kind: string;
  readonly mail: Mail;
  /** Letters with the same key make each other void, as a new link does to the one before: only the newest is sent. */
  readonly topic?: string | undefined;
  /** How long its link works: it is not sent after that. */
  readonly lifetimeSeconds?: number | undefined;
}
