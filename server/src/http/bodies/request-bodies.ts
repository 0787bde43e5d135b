/**
 * Reads request bodies. They are held in memory, so there are limits for each body, for all bodies of one
 * caller, for those of everybody, and for how long a body may take to arrive. A body's share is given back with
 * its answer.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Sender } from '../caller/sender.ts';
import type { HttpEnvironment } from '../http-environment.ts';
import { HeldBytes } from './held-bytes.ts';
import { createLargeWork } from './large-work.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

// Parsing a body of this size takes longer than a small request altogether.
const LARGE_BODY_BYTES = 256 * KIB;

/** The largest body of an anonymous caller. */
export const LARGEST_BODY_OF_ANYBODY_BYTES = 128 * KIB;

export interface BodyLimits {
  /**
   * The most that one caller may have here at a time: a signed-in person, or an address with nobody signed in.
   */
  readonly perCallerBytes: number;
  readonly perAddressBytes: number;
  /** The most that all callers without an account may have here together, and the most that everybody may. */
  readonly ofAnybodyBytes: number;
  readonly allBytes: number;
  /** This much must arrive in each period, or the rest of the body. */
  readonly leastBytes: number;
  readonly periodMs: number;
}

/** @param allMb what all bodies may take together */
export function bodyLimits(allMb = 256): BodyLimits {
  const allBytes = allMb * MIB;
  return {
    perCallerBytes: allBytes / 4,
    perAddressBytes: 4 * MIB,
    ofAnybodyBytes: allBytes / 8,
    allBytes,
    leastBytes: 32 * KIB,
    periodMs: 20_000,
  };
}

export type BodyProblem = 'too-large' | 'too-slow' | 'too-many' | 'cut-short';

export class BodyError extends Error {
  readonly problem: BodyProblem;
  readonly limitBytes: number;

  constructor(problem: BodyProblem, limitBytes: number) {
    super(`The request body is ${problem}.`);
    this.name = 'BodyError';
    this.problem = problem;
    this.limitBytes = limitBytes;
  }
}

export interface RequestBodies {
  /**
   * Returns a large body when no other large one is being processed (large-work.ts).
   * @throws {BodyError}
   */
  read(context: Context<HttpEnvironment>, sender: Sender, limitBytes: number): Promise<Buffer<ArrayBuffer>>;
}

interface Arriving {
  received: number;
  /** How much had arrived when the period began. */
  before: number;
  end(problem: BodyProblem): void;
}

export function createRequestBodies(limits: BodyLimits = bodyLimits()): RequestBodies {
  const held = new HeldBytes();
  const arriving = new Set<Arriving>();
  const large = createLargeWork();
  let clock: NodeJS.Timeout | undefined;

  // All bodies share one clock, which starts with the first: a body has two periods at most.
  function watch(one: Arriving): void {
    arriving.add(one);
    clock ??= setInterval(() => {
      for (const each of arriving) {
        if (each.received - each.before < limits.leastBytes) each.end('too-slow');
        each.before = each.received;
      }
    }, limits.periodMs).unref();
  }

  function unwatch(one: Arriving): void {
    arriving.delete(one);
    if (arriving.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  }

  /** Uses events: leaving a loop over the stream early would close the connection before it is answered. */
  function collect(
    incoming: IncomingMessage,
    holding: Holding,
    limitBytes: number,
  ): Promise<Buffer<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const cutShort = () => one.end('cut-short');
      const one: Arriving = {
        received: 0,
        before: 0,
        end: (problem) => {
          unwatch(one);
          incoming.off('data', onData).off('close', cutShort);
          chunks.length = 0;
          holding.giveBack();
          reject(new BodyError(problem, limitBytes));
        },
      };
      const onData = (chunk: Buffer) => {
        one.received += chunk.length;
        if (one.received > limitBytes) one.end('too-large');
        else if (!holding.take(chunk.length)) one.end('too-many');
        else chunks.push(chunk);
      };
      watch(one);
      incoming.on('data', onData);
      incoming.once('end', () => {
        unwatch(one);
        incoming.off('close', cutShort);
        resolve(Buffer.concat(chunks));
      });
      incoming.once('close', cutShort);
      incoming.once('error', cutShort);
    });
  }

  return {
    read: async (context, sender, limitBytes) => {
      const { incoming, outgoing } = context.env ?? {};
      if (Number(context.req.header('content-length') ?? 0) > limitBytes)
        throw new BodyError('too-large', limitBytes);
      // Without a socket, as in a test.
      if (!incoming) return Buffer.from(await context.req.arrayBuffer());
      const holding = hold(held, sender, limits);
      outgoing?.once('close', () => holding.giveBack());
      const body = await collect(incoming as IncomingMessage, holding, limitBytes);
      if (body.length > LARGE_BODY_BYTES) await large.turn();
      return body;
    },
  };
}

interface Holding {
  /** @returns false when that would be too much */
  take(bytes: number): boolean;
  giveBack(): void;
}

/** @returns the share of one body */
function hold(held: HeldBytes, sender: Sender, limits: BodyLimits): Holding {
  const { perCallerBytes, perAddressBytes, ofAnybodyBytes, allBytes } = limits;
  let own = 0;
  const add = (bytes: number) => {
    own += bytes;
    held.add(sender, bytes);
  };
  return {
    take: (bytes) => {
      const tooMuch =
        held.of(sender) + bytes > (sender.isAnybody ? perAddressBytes : perCallerBytes) ||
        (sender.isAnybody && held.ofAnybody + bytes > ofAnybodyBytes) ||
        held.all + bytes > allBytes;
      if (!tooMuch) add(bytes);
      return !tooMuch;
    },
    giveBack: () => {
      if (own > 0) add(-own);
    },
  };
}
