/**
 * The database as the sockets of Realtime need it, without how it is done. Topics have no prefix here:
 * a client's `realtime:room:1` is the topic `room:1`.
 */
import type { Caller } from '../../database/database.ts';

/** The kinds of message that policies on `realtime.messages` tell apart. */
export type Extension = 'broadcast' | 'presence';

/** A payload as it travels: JSON that is not parsed on its way, or bytes. */
export type Payload =
  | { readonly encoding: 'json'; readonly text: string }
  | { readonly encoding: 'binary'; readonly bytes: Uint8Array };

/** Asks the policies on `realtime.messages` who may do what on a private topic. */
export interface ChannelPolicies {
  /**
   * @returns for each extension whether its messages may be read; false for those not asked for
   * @throws {import('../../database/database.ts').DatabaseUnavailableError}
   */
  read(
    caller: Caller,
    topic: string,
    extensions: readonly Extension[],
  ): Promise<Readonly<Record<Extension, boolean>>>;
  /** @throws {import('../../database/database.ts').DatabaseUnavailableError} */
  write(caller: Caller, topic: string, extension: Extension): Promise<boolean>;
}

/** A row of `realtime.messages` that is to be sent. */
export interface StoredMessage {
  readonly id: string;
  readonly topic: string;
  readonly event: string;
  readonly private: boolean;
  readonly payload: Payload;
}

/** The messages that the database sends: rows of `realtime.messages`. */
export interface StoredMessages {
  /**
   * @param wants asked before a message is read, so that none is read that nobody here waits for; without it all are
   * @returns ends the listening
   */
  onMessage(
    listener: (message: StoredMessage) => void,
    wants?: (topic: string, isPrivate: boolean) => boolean,
  ): () => void;
  /**
   * The newest broadcasts of a private topic, the oldest first. The caller's right to read is checked before.
   * @param sinceMs milliseconds since 1970
   * @param limit at most 25
   */
  replay(topic: string, sinceMs: number, limit: number): Promise<readonly StoredMessage[]>;
}

/** An entry of `postgres_changes` in a join, with the number that its changes are delivered under. */
export interface ChangeBinding {
  readonly id: number;
  /** `INSERT`, `UPDATE`, `DELETE` or `*`. */
  readonly event: string;
  readonly schema: string;
  readonly table?: string;
  readonly filter?: string;
  readonly select?: readonly string[];
}

export interface PostgresChange {
  /** The bindings of this subscription that the change is for. */
  readonly ids: readonly number[];
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** JSON: the message's `data`. */
  readonly data: string;
}

/** A subscription that cannot be made as asked; the message is for the client. Trying again does not help. */
export class SubscriptionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SubscriptionError';
  }
}

export interface PostgresChanges {
  /**
   * @param caller sees the rows that the policies show; a new token means a new subscription
   * @throws {SubscriptionError}; {import('../../database/database.ts').DatabaseUnavailableError}
   */
  subscribe(
    caller: Caller,
    bindings: readonly ChangeBinding[],
    listener: (change: PostgresChange) => void,
  ): Promise<{ close(): void }>;
}

/** Everything of Realtime that the database does. */
export interface RealtimeDatabase {
  readonly policies: ChannelPolicies;
  readonly messages: StoredMessages;
  readonly changes: PostgresChanges;
  close(): Promise<void>;
}
