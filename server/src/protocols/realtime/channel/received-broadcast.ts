/** A broadcast as a client sends it, for everybody on a topic. */
import type { Broadcast } from '../wire/broadcast.ts';
import type { Content } from '../wire/message.ts';

export interface ReceivedBroadcast {
  readonly broadcast: Broadcast;
  /** How much it carries. */
  readonly bytes: number;
}

/** @returns undefined when it is nothing that others could read */
export function receivedBroadcast(content: Content): ReceivedBroadcast | undefined {
  switch (content.kind) {
    case 'broadcast': {
      const { event, payload } = content;
      const bytes = payload.encoding === 'json' ? Buffer.byteLength(payload.text) : payload.bytes.byteLength;
      return { broadcast: { kind: 'user', event, payload }, bytes };
    }
    case 'json': {
      if (typeof content.value !== 'object' || content.value === null || Array.isArray(content.value))
        return undefined;
      const text = JSON.stringify(content.value);
      return { broadcast: { kind: 'text', text }, bytes: Buffer.byteLength(text) };
    }
    case 'bytes':
      return undefined;
  }
}
