/**
 * Large answers that are not sent yet. They are held in memory from the database's answer until the client has
 * read them, and a client may never read. So there are limits for each answer, for all answers of one caller,
 * for those of everybody, and for how long reading may take.
 */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Sender } from '../caller/sender.ts';
import { HeldBytes } from './held-bytes.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

export interface AnswerLimits {
  /** Smaller answers are not counted. */
  readonly largeBytes: number;
  readonly answerBytes: number;
  /**
   * The most that a signed-in person, or an address with nobody signed in, may hold. One answer is always
   * allowed.
   */
  readonly perCallerBytes: number;
  readonly perAddressBytes: number;
  readonly allBytes: number;
  /** How long reading may take: this long, and longer for a large answer. */
  readonly patienceMs: number;
  readonly leastBytesPerSecond: number;
}

/** @param allMb what all answers may take together: an answer is in memory twice while it is made */
export function answerLimits(allMb = 256): AnswerLimits {
  const allBytes = allMb * MIB;
  return {
    largeBytes: 256 * KIB,
    answerBytes: allBytes / 2,
    perCallerBytes: allBytes / 4,
    perAddressBytes: allBytes / 16,
    allBytes,
    patienceMs: 30_000,
    leastBytesPerSecond: 32 * KIB,
  };
}

export type AnswerProblem = 'too-large' | 'too-many';

/** One answer. */
export interface UnsentAnswer {
  /**
   * Counts the answer until it is sent or its connection ends. Call it once the size is known, and again when
   * the size has changed.
   * @returns why it must not be held
   */
  count(bytes: number): AnswerProblem | undefined;
}

export interface UnsentAnswers {
  to(outgoing: ServerResponse | Http2ServerResponse, sender: Sender): UnsentAnswer;
}

export function createUnsentAnswers(limits: AnswerLimits = answerLimits()): UnsentAnswers {
  const held = new HeldBytes();

  /** @param own the bytes counted for this answer so far */
  function problemOf(sender: Sender, own: number, bytes: number): AnswerProblem | undefined {
    if (bytes > limits.answerBytes) return 'too-large';
    // There was room for more.
    if (bytes <= own) return undefined;
    const ofOthers = held.of(sender) - own;
    const most = sender.isAnybody ? limits.perAddressBytes : limits.perCallerBytes;
    if (ofOthers > 0 && ofOthers + bytes > most) return 'too-many';
    const ofAllOthers = held.all - own;
    return ofAllOthers > 0 && ofAllOthers + bytes > limits.allBytes ? 'too-many' : undefined;
  }

  function to(outgoing: ServerResponse | Http2ServerResponse, sender: Sender): UnsentAnswer {
    let own = 0;
    let late: NodeJS.Timeout | undefined;
    const set = (bytes: number) => {
      clearTimeout(late);
      held.add(sender, bytes - own);
      own = bytes;
    };
    return {
      count: (bytes) => {
        const problem = problemOf(sender, own, bytes);
        const counted = problem || bytes < limits.largeBytes ? 0 : bytes;
        if (counted > 0 && own === 0) outgoing.once('close', () => set(0));
        set(outgoing.closed ? 0 : counted);
        if (own === 0) return problem;
        const time = limits.patienceMs + (own / limits.leastBytesPerSecond) * 1000;
        late = setTimeout(() => outgoing.destroy(), time);
        return undefined;
      },
    };
  }

  return { to };
}
