/** A mail as its author writes it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader stops mails of this kind, for those that nobody asked for one by one (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/** A mail with what the queue must know of it. */
export interface Letter {
  /** A word for the log, which names nobody: `recovery`. */
  readonly kind: string;
  readonly mail: Mail;
  /** Of letters that make each other void, as a new link does to the one before, the newest alone is sent. */
  readonly topic?: string | undefined;
  /** How long its link works: it is not sent after that. */
  readonly lifetimeSeconds?: number | undefined;
}
