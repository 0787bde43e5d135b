/** The services of a channel: the parts that all channels share, and the socket that it is on. */
import type { RealtimeDatabase } from '../contracts.ts';
import type { Hub } from '../hub.ts';
import type { Deliveries } from '../limits/deliveries.ts';
import type { Frame, Sent } from '../wire/message.ts';
import type { Version } from '../wire/text-messages.ts';
import type { Credentials, CredentialsReader } from './credentials.ts';

export interface ChannelServices {
  readonly database: RealtimeDatabase;
  readonly hub: Hub;
  readonly deliveries: Deliveries;
  readonly credentials: CredentialsReader;
  /** The most that a broadcast may carry. */
  readonly largestPayloadBytes: number;
  /** @param error one that nobody foresaw */
  readonly report: (error: unknown) => void;
}

export interface Connection {
  readonly version: Version;
  /** The client's address, or its network, as limits count it. */
  readonly network: string;
  /** The caller of the API key that the socket was opened with. */
  readonly credentials: Credentials;
  /** @returns false when the client has told too often of its presence on the topic, on this channel or an earlier one */
  takePresenceCall(topic: string): boolean;
  /** @returns false when the client has handed in too many tokens of late */
  takeToken(): boolean;
  /** Reads nothing more of the client until the promise is kept. */
  readAfter(promise: Promise<void>): void;
  send(message: Sent): void;
  sendFrame(frame: Frame): void;
}
