/**
 * Turns at drawing pages, which one process does one at a time. Next comes the page whose reader's address and which itself kept
 * others waiting the least of late, and of two that are equal the shorter one. After a long one this process rests, so that the
 * questions of other readers, which have to ask the database first, come in before the next long one begins.
 */
export interface Reader {
  /** The page that is read. */
  readonly page: string;
  /** The network that the request comes from. */
  readonly network: string;
}

interface Waiting extends Reader {
  readonly length: number;
  readonly begin: () => void;
}

interface Busy {
  readonly ms: number;
  /** When it was so much: half of it is forgotten in {@link HALF_FORGOTTEN_MS}. */
  readonly at: number;
}

export interface DrawingClock {
  now(): number;
  rest(ms: number): Promise<void>;
}

const HALF_FORGOTTEN_MS = 10_000;
// A page that is read takes no longer, as a rule.
const LONG_MS = 50;
const LONGEST_REST_MS = 300;
// Bounds waiting texts, in characters: they are held meanwhile, and a function has 256 MB.
const MOST_WAITING = 32 * 1024 * 1024;
const MANY = 1000;

const CLOCK: DrawingClock = {
  now: () => performance.now(),
  rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export class DrawingTurns {
  readonly #clock: DrawingClock;
  readonly #waiting = new Set<Waiting>();
  readonly #busy = new Map<string, Busy>();
  #characters = 0;
  #isTaken = false;

  constructor(clock: DrawingClock = CLOCK) {
    this.#clock = clock;
  }

  /**
   * @param length of the text
   * @throws {TooManyWait}
   */
  async draw<Drawn>(reader: Reader, length: number, draw: () => Drawn | Promise<Drawn>): Promise<Drawn> {
    await this.#turn(reader, length);
    const began = this.#clock.now();
    try {
      return await draw();
    } finally {
      void this.#end(reader, this.#clock.now() - began);
    }
  }

  async #turn({ page, network }: Reader, length: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    // Somebody who waits for no other long text may always wait.
    if (this.#waiting.size > 0 && this.#characters + length > MOST_WAITING) throw new TooManyWait();
    this.#characters += length;
    await new Promise<void>((begin) => this.#waiting.add({ page, network, length, begin }));
  }

  async #end({ page, network }: Reader, tookMs: number): Promise<void> {
    this.#count(`page ${page}`, tookMs);
    this.#count(`network ${network}`, tookMs);
    // In any case out of this task: others are heard of between two tasks alone.
    await this.#clock.rest(tookMs > LONG_MS ? Math.min(tookMs, LONGEST_REST_MS) : 0);
    const next = this.#next();
    if (!next) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    this.#characters -= next.length;
    next.begin();
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const busyMs =
        this.#busyOfLate(`page ${waiting.page}`) + this.#busyOfLate(`network ${waiting.network}`);
      // Small differences are chance.
      const rank = Math.floor(busyMs / LONG_MS) * MOST_WAITING + waiting.length;
      if (rank < least) [next, least] = [waiting, rank];
    }
    return next;
  }

  #count(name: string, ms: number): void {
    const sum = this.#busyOfLate(name) + ms;
    this.#busy.delete(name);
    this.#busy.set(name, { ms: sum, at: this.#clock.now() });
    const [oldest] = this.#busy.keys();
    if (this.#busy.size > MANY && oldest !== undefined) this.#busy.delete(oldest);
  }

  #busyOfLate(name: string): number {
    const known = this.#busy.get(name);
    return known ? known.ms * 0.5 ** ((this.#clock.now() - known.at) / HALF_FORGOTTEN_MS) : 0;
  }
}

/** So many long texts wait that more would not fit into memory. */
export class TooManyWait extends Error {
  constructor() {
    super('Too many long pages wait for their turn.');
    this.name = 'TooManyWait';
  }
}

/** @returns the reader's network: an IPv4 address, or the 64 bits in front of an IPv6 address, in which one reader has them all */
export function networkOf(address: string): string {
  const [first = ''] = address.split(',');
  if (!first.includes(':')) return first.trim();
  const [head = '', tail] = first.trim().split('::');
  const front = head.split(':');
  return [...front, ...(tail === undefined ? [] : Array.from({ length: 4 }, () => '0'))]
    .slice(0, 4)
    .join(':');
}
