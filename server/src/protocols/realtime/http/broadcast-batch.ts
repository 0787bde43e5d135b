/** `POST /realtime/v1/api/broadcast`: many messages for many topics. */
import type { Caller } from '../../../database/database.ts';
import { topicKey } from '../topics/topics.ts';
import { BroadcastError, type BroadcastServices, type Outgoing } from './broadcast-request.ts';

const BLANK = "can't be blank";

export interface BatchMessage {
  readonly id: string | undefined;
  readonly topic: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isPrivate: boolean;
}

/** @returns how many messages it counts as, whatever they are */
export function countBatch(body: unknown): number {
  const messages = typeof body === 'object' && body !== null && 'messages' in body ? body.messages : [];
  return Array.isArray(messages) ? Math.max(messages.length, 1) : 1;
}

/** @throws {BroadcastError} that tells of each message what is wrong with it */
export function readBatch(body: unknown, payloadBytes: number): readonly BatchMessage[] {
  const messages = typeof body === 'object' && body !== null ? (body as { messages?: unknown }).messages : [];
  if (messages === undefined || messages === null) throw invalid([BLANK]);
  if (!Array.isArray(messages)) throw invalid(['is invalid']);
  const errors = messages.map((message) => errorsOf(message, payloadBytes));
  if (errors.some((error) => Object.keys(error).length > 0)) throw invalid(errors);
  return messages.map(({ id, topic, event, payload, private: isPrivate }) => ({
    id: typeof id === 'string' ? id : undefined,
    topic,
    event,
    payload,
    isPrivate: isPrivate === true || isPrivate === 'true',
  }));
}

/**
 * Messages that the caller may not send are dropped without a word, as upstream does.
 * @throws {BroadcastError}
 */
export async function sendBatch(
  { policies }: Pick<BroadcastServices, 'policies'>,
  caller: Caller,
  messages: readonly BatchMessage[],
  outgoing: Outgoing,
): Promise<void> {
  outgoing.requireRoom(messages.map(({ topic, isPrivate }) => topicKey(topic, isPrivate)));
  const allowed = new Map<string, Promise<boolean>>();
  const mayWrite = (topic: string) => {
    const asked = allowed.get(topic) ?? policies.write(caller, topic, 'broadcast');
    allowed.set(topic, asked);
    return asked;
  };
  for (const { id, topic, event, payload, isPrivate } of messages) {
    if (isPrivate && !(await mayWrite(topic))) continue;
    outgoing.send(topicKey(topic, isPrivate), {
      kind: 'user',
      event,
      payload: { encoding: 'json', text: JSON.stringify(payload) },
      ...(id === undefined ? {} : { meta: { id } }),
    });
  }
}

function errorsOf(message: unknown, payloadBytes: number): Record<string, string[]> {
  if (typeof message !== 'object' || message === null) return { message: ['is invalid'] };
  const { topic, event, payload, private: isPrivate } = message as Record<string, unknown>;
  const errors: Record<string, string[]> = {};
  for (const [name, value] of Object.entries({ topic, event })) {
    if (value === undefined || value === null || value === '') errors[name] = [BLANK];
    else if (typeof value !== 'string') errors[name] = ['is invalid'];
  }
  if (payload === undefined || payload === null) errors.payload = [BLANK];
  else if (typeof payload !== 'object' || Array.isArray(payload)) errors.payload = ['is invalid'];
  else if (Buffer.byteLength(JSON.stringify(payload)) > payloadBytes)
    errors.payload = ['Payload size exceeds tenant limit'];
  if (![undefined, null, true, false, 'true', 'false'].includes(isPrivate as boolean))
    errors.private = ['is invalid'];
  return errors;
}

function invalid(messages: unknown): BroadcastError {
  return new BroadcastError(422, { errors: { messages } });
}
