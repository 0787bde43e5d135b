/**
 * Learns from the database which rows were committed (LISTEN), each of them once, also when the connection that listens
 * was lost for a while. Times cannot tell what was missed, as a transaction may commit long after it has written: so
 * the follower remembers a horizon, a transaction id before which everything was delivered, and what was delivered
 * since.
 */
import type { Database } from '../../../database/database.ts';
import type { Observe } from '../../../observe/observation.ts';

const HORIZON_MS = 5000;
const RETRY_MS = 1000;
// With this many the oldest are forgotten. They would be delivered again if the connection were lost during a
// transaction that has been open for as long.
const MOST_REMEMBERED = 200_000;
const MOST_AT_ONCE = 50;

/** A message that any process sends on the channel: the ids are the oldest running, the next one, and the sender's own. */
const HORIZON = /^horizon (\d+) (\d+) (\d+) (\d+)$/;
const HORIZON_SQL = `(select concat_ws(' ', 'horizon', pg_snapshot_xmin(running), pg_snapshot_xmax(running),
  pg_current_xact_id(), floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  from pg_current_snapshot() as running)`;

export interface Horizon {
  /** Every transaction with a smaller id was delivered or has written nothing. */
  readonly transaction: bigint;
  readonly timeMs: number;
}

/** The subject of a channel. */
export interface Feed {
  /** In lower case, written in the program. */
  readonly channel: string;
  /** The name of what a message tells of, which starts the message. */
  key(message: string): string;
  /** @returns the messages of all that was committed since, and maybe of some before */
  findSince(horizon: Horizon): Promise<readonly string[]>;
  /** Reads and hands out what the messages tell of. It is called again with the same when it fails. */
  take(messages: readonly string[]): Promise<void>;
}

/** @returns what stops it; the last work may still go on then */
export async function followCommits(
  database: Pick<Database, 'asOwner' | 'listen'>,
  feed: Feed,
  observe: Observe,
): Promise<{ stop(): void }> {
  const follower = new CommitFollower(database, feed, observe);
  await follower.start();
  return follower;
}

class CommitFollower {
  readonly #database: Pick<Database, 'asOwner' | 'listen'>;
  readonly #feed: Feed;
  readonly #observe: Observe;
  readonly #told = new ToldKeys();
  #horizon: Horizon = { transaction: 0n, timeMs: 0 };
  #waiting: string[] = [];
  /** Told while it is unknown what was missed. */
  #held: string[] = [];
  /** The number of times that messages may have been missed, and for how many of them what was missed is known. */
  #gaps = 0;
  #closedGaps = 0;
  #lastAsker = 0n;
  #isAtWork = false;
  #isFailing = false;
  #isStopped = false;
  #asking: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'asOwner' | 'listen'>, feed: Feed, observe: Observe) {
    this.#database = database;
    this.#feed = feed;
    this.#observe = observe;
  }

  async start(): Promise<void> {
    const { rows } = await this.#database.asOwner((transaction) =>
      transaction.query<{ horizon: string }>({ text: `select ${HORIZON_SQL} as horizon` }),
    );
    this.#horizon = parseHorizon(rows[0]?.horizon ?? '') ?? this.#horizon;
    await this.#database.listen(this.#feed.channel, {
      onMessage: (message) => this.#hear(message),
      onConnection: (connected) => {
        if (!connected) return;
        // Also the first time: something may have been committed since the horizon was read.
        this.#gaps++;
        void this.#work();
      },
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    clearTimeout(this.#asking);
    clearTimeout(this.#retry);
  }

  #hear(message: string): void {
    if (this.#isStopped) return;
    const horizon = parseHorizon(message);
    if (horizon) this.#reach(horizon);
    // Missed messages come first.
    else if (this.#gaps > this.#closedGaps) this.#held.push(message);
    else if (this.#note(message)) void this.#work();
  }

  /** @returns whether it is new */
  #note(message: string): boolean {
    if (!this.#told.add(this.#feed.key(message))) return false;
    this.#waiting.push(message);
    this.#askSoon();
    return true;
  }

  #askSoon(): void {
    // The first of many processes asks for all.
    const ms = HORIZON_MS * (1 + Math.random());
    this.#asking ??= setTimeout(() => void this.#askForHorizon(), ms).unref();
  }

  /** The message comes after those of all transactions that had ended when it was sent. */
  async #askForHorizon(): Promise<void> {
    this.#asking = undefined;
    if (this.#isStopped) return;
    const text = `select pg_notify('${this.#feed.channel}', ${HORIZON_SQL})`;
    await this.#database.asOwner((transaction) => transaction.query({ text })).catch(() => undefined);
    // Should it not arrive.
    this.#askSoon();
  }

  #reach(horizon: ReachedHorizon): void {
    // After something was missed, nothing says that all before the horizon was delivered. A message that does not know
    // the last one's sender as ended does not know what was delivered before that either.
    if (this.#gaps > this.#closedGaps || horizon.transaction <= this.#lastAsker) return;
    clearTimeout(this.#asking);
    this.#asking = undefined;
    this.#horizon = horizon;
    this.#lastAsker = horizon.asker;
    this.#told.forgetBefore(horizon);
    if (!this.#told.isEmpty) this.#askSoon();
  }

  async #work(): Promise<void> {
    if (this.#isAtWork || this.#isStopped) return;
    this.#isAtWork = true;
    clearTimeout(this.#retry);
    let taken: readonly string[] = [];
    try {
      while (!this.#isStopped && (this.#gaps > this.#closedGaps || this.#waiting.length > 0)) {
        if (this.#gaps > this.#closedGaps) await this.#catchUp();
        taken = this.#waiting.splice(0, MOST_AT_ONCE);
        if (taken.length > 0) await this.#feed.take(taken);
        taken = [];
      }
      this.#isFailing = false;
    } catch (error) {
      this.#waiting.unshift(...taken);
      this.#tryAgain(error);
    } finally {
      this.#isAtWork = false;
    }
  }

  #tryAgain(error: unknown): void {
    if (this.#isStopped) return;
    if (!this.#isFailing) this.#observe({ kind: 'background-failed', error });
    this.#isFailing = true;
    this.#retry = setTimeout(() => void this.#work(), RETRY_MS).unref();
  }

  async #catchUp(): Promise<void> {
    // A gap that opens meanwhile takes another look.
    const gaps = this.#gaps;
    for (const message of await this.#feed.findSince(this.#horizon)) this.#note(message);
    this.#closedGaps = gaps;
    for (const message of this.#held.splice(0)) this.#note(message);
  }
}

interface ReachedHorizon extends Horizon {
  readonly next: bigint;
  readonly asker: bigint;
}

function parseHorizon(message: string): ReachedHorizon | undefined {
  const [, oldest, next, asker, timeMs] = HORIZON.exec(message) ?? [];
  return oldest && next && asker && timeMs
    ? { transaction: BigInt(oldest), next: BigInt(next), asker: BigInt(asker), timeMs: Number(timeMs) }
    : undefined;
}

/**
 * Keys, by the horizons between which they were delivered. A row's own id of its transaction may be younger than the
 * transaction (savepoints), so keys are forgotten when nothing is left that could have been running with them.
 */
class ToldKeys {
  readonly #keys = new Map<string, number>();
  /** For each span between two horizons, the transaction id that all of its keys are older than. */
  readonly #ends: { readonly span: number; readonly before: bigint }[] = [];
  #span = 0;

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  /** @returns whether it is new */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.set(key, this.#span);
    if (this.#keys.size > MOST_REMEMBERED) {
      const [oldest = ''] = this.#keys.keys();
      this.#keys.delete(oldest);
    }
    return true;
  }

  /** Called at every horizon that is reached. */
  forgetBefore({ transaction, next }: ReachedHorizon): void {
    // A message delivered since the last horizon may be younger than this one's snapshot; one delivered before it is
    // not.
    this.#ends.push({ span: this.#span - 1, before: next });
    this.#span++;
    let forgotten = -1;
    for (let [end] = this.#ends; end && end.before <= transaction; [end] = this.#ends) {
      forgotten = end.span;
      this.#ends.shift();
    }
    for (const [key, span] of this.#keys) {
      if (span > forgotten) break;
      this.#keys.delete(key);
    }
  }
}
