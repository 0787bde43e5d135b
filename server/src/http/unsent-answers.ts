/**
 * Large answers that are not sent yet. They are held in memory until they are read, and who asks need not read: so there
 * are limits to one, to what one caller and what all may leave unread, and to how long reading may take.
 */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Sender } from './sender.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

export interface AnswerLimits {
  /** What is smaller is not counted. */
  readonly largeBytes: number;
  readonly answerBytes: number;
  /** Beside one answer, which everybody may have: of somebody who is signed in, and of an address where nobody is. */
  readonly perCallerBytes: number;
  readonly perAddressBytes: number;
  readonly allBytes: number;
  /** How long reading may take: so long, and longer for what is large. */
  readonly patienceMs: number;
  readonly leastBytesPerSecond: number;
}

export const ANSWER_LIMITS: AnswerLimits = {
  largeBytes: 256 * KIB,
  answerBytes: 128 * MIB,
  perCallerBytes: 64 * MIB,
  perAddressBytes: 16 * MIB,
  allBytes: 256 * MIB,
  patienceMs: 30_000,
  leastBytesPerSecond: 32 * KIB,
};

export type AnswerProblem = 'too-large' | 'too-many';

export interface UnsentAnswers {
  /**
   * Counts an answer that is about to be sent, until it is or its connection ends.
   * @returns why it must not be sent
   */
  count(
    outgoing: ServerResponse | Http2ServerResponse,
    sender: Sender,
    bytes: number,
  ): AnswerProblem | undefined;
}

export function createUnsentAnswers(limits: AnswerLimits = ANSWER_LIMITS): UnsentAnswers {
  const bySender = new Map<string, number>();
  let all = 0;

  function add(name: string, bytes: number): void {
    all += bytes;
    const ofSender = (bySender.get(name) ?? 0) + bytes;
    if (ofSender === 0) bySender.delete(name);
    else bySender.set(name, ofSender);
  }

  return {
    count: (outgoing, { name, isAnybody }, bytes) => {
      if (bytes < limits.largeBytes) return undefined;
      if (bytes > limits.answerBytes) return 'too-large';
      const before = bySender.get(name) ?? 0;
      const most = isAnybody ? limits.perAddressBytes : limits.perCallerBytes;
      if (before > 0 && before + bytes > most) return 'too-many';
      if (all > 0 && all + bytes > limits.allBytes) return 'too-many';
      add(name, bytes);
      const time = limits.patienceMs + (bytes / limits.leastBytesPerSecond) * 1000;
      const late = setTimeout(() => outgoing.destroy(), time);
      outgoing.once('close', () => {
        clearTimeout(late);
        add(name, -bytes);
      });
      return undefined;
    },
  };
}
