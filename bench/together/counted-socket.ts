/** A WebSocket that counts what it is sent, and lets a writer be deaf to what others type. */
import { WebSocket } from 'ws';

export interface Counts {
  messages: number;
  bytes: number;
}

export interface Ears {
  readonly areDeaf: boolean;
  /** Told of each message that is thrown away. */
  readonly onTyping?: () => void;
}

type Frame = Buffer | ArrayBuffer | readonly Buffer[];

/**
 * @param isTyping tells the messages that bring what others type
 * @param ears of a deaf writer: those messages are counted and thrown away. The server has the work with them, and this
 * process has not.
 */
export function countedSocket(counts: Counts, isTyping: (frame: Buffer) => boolean, ears: Ears) {
  return class CountedSocket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { perMessageDeflate: false });
    }

    override emit(event: string | symbol, ...values: unknown[]): boolean {
      if (event === 'message') {
        const frame = bytesOf(values[0] as Frame);
        counts.messages++;
        counts.bytes += frame.length;
        if (ears.areDeaf && isTyping(frame)) {
          ears.onTyping?.();
          return true;
        }
      }
      return super.emit(event, ...values);
    }
  };
}

export type CountedSocket = ReturnType<typeof countedSocket>;

function bytesOf(frame: Frame): Buffer {
  if (Buffer.isBuffer(frame)) return frame;
  return frame instanceof ArrayBuffer ? Buffer.from(frame) : Buffer.concat(frame);
}
