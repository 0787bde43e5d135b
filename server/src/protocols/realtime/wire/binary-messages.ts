/**
 * Binary messages of version 2.0.0: a kind, the length of each field in a byte, the fields, and the payload to the end.
 * A client writes kind 0 (a push with bytes) and kind 3 (a broadcast), and reads kind 4 (a broadcast).
 */
import type { Payload } from '../contracts.ts';
import { type Content, type Frame, FrameError, type Received } from './message.ts';

const KIND = { push: 0, userBroadcastPush: 3, userBroadcast: 4 } as const;
const ENCODING = { binary: 0, json: 1 } as const;
const LONGEST_FIELD = 255;

/** @throws {FrameError} */
export function decodeBinary(bytes: Buffer): Received {
  switch (bytes[0]) {
    case KIND.push: {
      const { fields } = split(bytes, 4, 5);
      const [joinRef, ref, topic, event] = fields as [string, string, string, string];
      return { joinRef: joinRef || null, ref: ref || null, topic, event, content: { kind: 'bytes' } };
    }
    case KIND.userBroadcastPush: {
      const { fields, rest } = split(bytes, 5, 7);
      const [joinRef, ref, topic, event] = fields as [string, string, string, string, string];
      const content: Content = { kind: 'broadcast', event, payload: payloadOf(bytes[6], rest) };
      return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', content };
    }
    default:
      throw new FrameError('The kind of a binary message is unknown.');
  }
}

/** @returns undefined when a field is longer than a byte can tell */
export function encodeUserBroadcast(
  topic: string,
  event: string,
  meta: string,
  payload: Payload,
): Frame | undefined {
  const fields = [topic, event, meta].map((field) => Buffer.from(field));
  if (fields.some(({ length }) => length > LONGEST_FIELD)) return undefined;
  const head = [KIND.userBroadcast, ...fields.map(({ length }) => length), ENCODING[payload.encoding]];
  const body = payload.encoding === 'json' ? Buffer.from(payload.text) : payload.bytes;
  return { data: Buffer.concat([Buffer.from(head), ...fields, body]), binary: true };
}

/**
 * @param count of fields with a length
 * @param start of the first field
 */
function split(bytes: Buffer, count: number, start: number): { fields: string[]; rest: Buffer } {
  const fields: string[] = [];
  let offset = start;
  for (let index = 1; index <= count; index++) {
    const end = offset + (bytes[index] ?? 0);
    if (end > bytes.length) throw new FrameError('A binary message is shorter than it says.');
    fields.push(bytes.toString('utf8', offset, end));
    offset = end;
  }
  if (start > bytes.length) throw new FrameError('A binary message is shorter than it says.');
  return { fields, rest: bytes.subarray(offset) };
}

/** JSON is checked here, as clients of the other version get it as a part of their message. */
function payloadOf(encoding: number | undefined, rest: Buffer): Payload {
  // A copy, as the rest may be a small part of a large piece of memory.
  if (encoding === ENCODING.binary) return { encoding: 'binary', bytes: Buffer.from(rest) };
  if (encoding !== ENCODING.json) throw new FrameError('The encoding of a payload is unknown.');
  const text = rest.toString('utf8');
  try {
    JSON.parse(text);
  } catch {
    throw new FrameError('A payload that is said to be JSON is not.');
  }
  return { encoding: 'json', text };
}
