/**
 * A bus over something that carries texts to all processes: who is there, signs of life, and long texts in parts. A process
 * without others publishes nothing but a sign of life.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Bus, BusListener } from './bus.ts';
import { cut, Joiner } from './parts.ts';

/** Carries texts to every process that listens, this one too, each sender's in order. It may lose some. */
export interface Transport {
  /** The longest text that it carries. */
  readonly mostBytes: number;
  /** Drops all of them when too much waits already. */
  send(texts: readonly string[]): void;
  /** Resolves when everything was sent, or is lost. */
  sent(): Promise<void>;
  /** @param onConnected called after each connection, from which on texts come */
  listen(onText: (text: string) => void, onConnected: () => void): Promise<void>;
  close(): Promise<void>;
}

const HEARTBEAT_INTERVAL_MS = 10_000;
/** A process that was not heard of for so long has ended. */
const SILENCE_MS = 35_000;
// Longer than it takes a process to hear of another one.
const GREETING_MS = 250;
// A process's id, a kind, and a part's number.
const HEAD_BYTES = 80;

/** The first character of a message's body: a process came, said that it is there, or went; or a part of a text. */
const KIND = { hello: 'h', alive: 'a', bye: 'b', part: 'p' } as const;

export function createPeeringBus(transport: Transport): Bus {
  const own = randomUUID();
  const peers = new Map<string, { heard: number; readonly joiner: Joiner }>();
  let listener: BusListener | undefined;
  let clock: NodeJS.Timeout | undefined;
  const met = Promise.withResolvers<void>();

  const say = (kind: string) => transport.send([`${own}${kind}`]);

  function onText(text: string): void {
    const from = text.slice(0, own.length);
    if (from === own) return;
    const kind = text[own.length];
    const body = text.slice(own.length + 1);
    if (kind === KIND.bye) {
      leave(from);
      return;
    }
    const isNew = !peers.has(from);
    const peer = peers.get(from) ?? { heard: 0, joiner: new Joiner() };
    peers.set(from, peer);
    peer.heard = performance.now();
    // Both sides may have missed something of each other.
    if (isNew) say(kind === KIND.hello ? KIND.alive : KIND.hello);
    met.resolve();
    if (isNew || kind === KIND.hello) listener?.onArrival();
    if (kind !== KIND.part) return;
    const [, index, count, part = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(body) ?? [];
    const whole = peer.joiner.add(Number(index), Number(count), part);
    if (whole !== undefined) listener?.onMessage(from, whole);
  }

  function leave(process: string): void {
    if (peers.delete(process)) listener?.onDeparture(process);
  }

  function tick(): void {
    say(KIND.alive);
    for (const [process, { heard }] of peers) if (performance.now() - heard > SILENCE_MS) leave(process);
  }

  return {
    publish: (text) => {
      if (peers.size === 0) return;
      const parts = cut(text, transport.mostBytes - HEAD_BYTES);
      transport.send(parts.map((part, index) => `${own}${KIND.part}${index}/${parts.length} ${part}`));
    },
    listen: async (to) => {
      listener = to;
      await transport.listen(onText, () => say(KIND.hello));
      clock = setInterval(tick, HEARTBEAT_INTERVAL_MS).unref();
      // The others send nothing to a process of which they have not heard. Its first clients would miss that.
      await transport.sent();
      await Promise.race([met.promise, setTimeout(GREETING_MS)]);
    },
    close: async () => {
      clearInterval(clock);
      say(KIND.bye);
      await transport.sent();
      await transport.close();
    },
  };
}
