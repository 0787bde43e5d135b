/** Text messages: a JSON object in version 1.0.0, a JSON array in version 2.0.0 (Phoenix Channels). */
import { type Frame, FrameError, type Received, type Sent, textFrame } from './message.ts';

export type Version = '1.0.0' | '2.0.0';

// Kept for as long as a channel is open.
const LONGEST_REFERENCE = 255;

/** @throws {FrameError} */
export function decodeText(version: Version, text: string): Received {
  const parsed = parse(text);
  const [joinRef, ref, topic, event, payload] = version === '1.0.0' ? ofObject(parsed) : ofArray(parsed);
  if (typeof topic !== 'string' || typeof event !== 'string')
    throw new FrameError('A message needs a topic and an event.');
  return {
    joinRef: reference(joinRef),
    ref: reference(ref),
    topic,
    event,
    content: { kind: 'json', value: payload },
  };
}

export function encodeText(version: Version, { joinRef, ref, topic, event, payload }: Sent): Frame {
  return textFrame(
    JSON.stringify(
      version === '1.0.0' ? { topic, event, payload, ref } : [joinRef, ref, topic, event, payload],
    ),
  );
}

/**
 * @param payload JSON
 */
export function encodeTextAround(version: Version, topic: string, event: string, payload: string): Frame {
  const [named, of] = [JSON.stringify(topic), JSON.stringify(event)];
  return textFrame(
    version === '1.0.0'
      ? `{"topic":${named},"event":${of},"payload":${payload},"ref":null}`
      : `[null,null,${named},${of},${payload}]`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FrameError('A text message must be JSON.');
  }
}

function ofObject(parsed: unknown): unknown[] {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new FrameError('A message of version 1.0.0 is an object.');
  const { join_ref, ref, topic, event, payload } = parsed as Record<string, unknown>;
  return [join_ref, ref, topic, event, payload];
}

function ofArray(parsed: unknown): unknown[] {
  if (!Array.isArray(parsed) || parsed.length < 5)
    throw new FrameError('A message of version 2.0.0 is an array of five.');
  return parsed;
}

function reference(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new FrameError('A reference is a string.');
  const text = String(value);
  if (text.length > LONGEST_REFERENCE) throw new FrameError('A reference is too long.');
  return text;
}
