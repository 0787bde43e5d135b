/** Rooms in which one says something and the others hear it: how many deliveries a second, and how late they are. */
import { percentile } from '../measure/statistics.ts';
import type { RoomServer, RoomSocket } from './room.ts';

export interface FanOut {
  readonly name: string;
  readonly rooms: number;
  /** In each room, besides the one who speaks. */
  readonly receivers: number;
  /** Messages of one speaker that not everybody has heard yet. */
  readonly inFlight: number;
}

export interface Delivered {
  readonly perSecond: number;
  /** Milliseconds from saying to hearing. */
  readonly p50: number;
  readonly p95: number;
}

// A sentence, as a broadcast of a product has it.
const TEXT = 'x'.repeat(200);
const LONGEST_WAIT_MS = 10_000;

interface Room {
  readonly speaker: RoomSocket;
  readonly receivers: readonly RoomSocket[];
}

export class FanOutRun {
  readonly #plan: FanOut;
  readonly #rooms: readonly Room[];

  private constructor(plan: FanOut, rooms: readonly Room[]) {
    this.#plan = plan;
    this.#rooms = rooms;
  }

  static async open(server: RoomServer, plan: FanOut): Promise<FanOutRun> {
    const rooms: Room[] = [];
    for (let n = 0; n < plan.rooms; n++) {
      const name = `${plan.rooms}-${plan.receivers}-${n}`;
      const [speaker, ...receivers] = await Promise.all(
        Array.from({ length: plan.receivers + 1 }, () => server.join(name)),
      );
      if (speaker) rooms.push({ speaker, receivers });
    }
    return new FanOutRun(plan, rooms);
  }

  /** @throws {Error} when a message does not reach everybody within ten seconds */
  async measure(durationMs: number): Promise<Delivered> {
    const latencies: number[] = [];
    const start = performance.now();
    let last = start;
    await Promise.all(
      this.#rooms.map(({ speaker, receivers }) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        let missing = 0;
        const giveUp = setTimeout(
          () => reject(new Error('A message got lost.')),
          durationMs + LONGEST_WAIT_MS,
        );
        const say = () => {
          missing += receivers.length;
          speaker.say({ at: performance.now(), text: TEXT });
        };
        let heardOfThis = 0;
        const onSaid = (frame: string) => {
          last = performance.now();
          latencies.push(last - Number(/"at":([\d.]+)/.exec(frame)?.[1]));
          missing--;
          heardOfThis++;
          if (heardOfThis % receivers.length === 0 && last - start < durationMs) say();
          if (missing > 0) return;
          clearTimeout(giveUp);
          resolve();
        };
        for (const receiver of receivers) receiver.onSaid(onSaid);
        for (let n = 0; n < this.#plan.inFlight; n++) say();
        return promise;
      }),
    );
    return {
      perSecond: latencies.length / ((last - start) / 1000),
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
    };
  }

  close(): void {
    for (const { speaker, receivers } of this.#rooms) for (const one of [speaker, ...receivers]) one.close();
  }
}
