/** A broadcast on its way to many channels: encoded once for each version that anybody speaks. */
import type { Payload } from '../contracts.ts';
import { encodeUserBroadcast } from './binary-messages.ts';
import type { Frame } from './message.ts';
import { encodeTextAround, type Version } from './text-messages.ts';

export type Broadcast =
  | {
      readonly kind: 'user';
      readonly event: string;
      readonly payload: Payload;
      readonly meta?: Readonly<{ id: string; replayed?: true }>;
    }
  /** A text message of a client, which is handed on as it is (JSON). */
  | { readonly kind: 'text'; readonly text: string };

/** @returns the frame for a version; undefined when the version has no words for it */
export type FrameFor = (version: Version) => Frame | undefined;

/** @param topic as clients name it */
export function broadcastFrames(topic: string, broadcast: Broadcast): FrameFor {
  const made = new Map<Version, Frame | undefined>();
  return (version) => {
    if (!made.has(version)) made.set(version, encodeBroadcast(version, topic, broadcast));
    return made.get(version);
  };
}

function encodeBroadcast(version: Version, topic: string, broadcast: Broadcast): Frame | undefined {
  if (broadcast.kind === 'text') return encodeTextAround(version, topic, 'broadcast', broadcast.text);
  const { event, payload, meta } = broadcast;
  if (version === '2.0.0') {
    const frame = encodeUserBroadcast(topic, event, meta ? JSON.stringify(meta) : '', payload);
    if (frame) return frame;
  }
  if (payload.encoding === 'binary') return undefined;
  const metaPart = meta ? `,"meta":${JSON.stringify(meta)}` : '';
  const text = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.text}${metaPart}}`;
  return encodeTextAround(version, topic, 'broadcast', text);
}
