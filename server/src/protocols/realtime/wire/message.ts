/** Messages as both versions of the wire carry them. */
import type { Payload } from '../contracts.ts';

/** The content of a message: JSON, a broadcast whose payload nobody has parsed, or bytes without a meaning here. */
export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'broadcast'; readonly event: string; readonly payload: Payload }
  | { readonly kind: 'bytes' };

/** A message of a client. */
export interface Received {
  /** The reference of the join that the channel began with. */
  readonly joinRef: string | null;
  /** The message that an answer refers to. */
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly content: Content;
}

/** A message for one client. */
export interface Sent {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  /** Something that JSON can say. */
  readonly payload: unknown;
}

/** The data of one WebSocket message. */
export interface Frame {
  readonly data: Buffer;
  readonly binary: boolean;
}

/** The client speaks something else. Its connection has no further use. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}

export function textFrame(text: string): Frame {
  return { data: Buffer.from(text), binary: false };
}
