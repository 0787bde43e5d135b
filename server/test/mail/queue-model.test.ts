/**
 * Generated stories of the queue of mails: processes that die between any two steps, transactions that roll back, a mail
 * server of changing mood, time that passes. The database is real; time passes by moving the rows back.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Listener, Transaction } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { createEncryption } from '../../src/encryption/encryption.ts';
import { MailQueue } from '../../src/mail/queue/mail-queue.ts';
import { dropMails, retryMails } from '../../src/mail/queue/mail-store.ts';
import type { Envelope } from '../../src/mail/transport/transport.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PROCESSES = 2;
const DAY_MIN = 24 * 60;
const encryption = createEncryption([Buffer.alloc(32, 7).toString('base64')]);

let copy: TestDatabase;
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase();
  database = await openDatabase(copy.config, { statementTimeoutS: 8 }, () => undefined);
});
afterAll(async () => {
  await database.close();
  await copy[Symbol.asyncDispose]();
});

const owner = <T>(work: (transaction: Transaction) => Promise<T>) => database.asOwner(work);
const never = new Promise<never>(() => undefined);

type Mood = 'takes' | 'postpones' | 'refuses' | 'is away';

/** The mail server, and everything that has happened, as the story's end must account for it. */
class World {
  nowMin = 0;
  mood: Mood = 'takes';
  /** From which processes, by subject. */
  readonly accepted = new Map<string, Mortal[]>();
  readonly messageIds = new Map<string, string>();
  readonly wrong: string[] = [];
  readonly refused = new Set<string>();
  readonly expiresMin = new Map<string, number>();
  readonly rolledBack = new Set<string>();
  readonly committed = new Set<string>();
  readonly observations: Observation[] = [];

  receive({ mail: { subject }, messageId }: Envelope, from: Mortal): void {
    const known = this.messageIds.get(subject) ?? messageId;
    if (known !== messageId) this.wrong.push(`${subject} changes its Message-ID`);
    this.messageIds.set(subject, messageId);
    if (this.mood === 'is away') throw Object.assign(new Error('refused'), { code: 'ESOCKET' });
    if (this.mood === 'postpones')
      throw Object.assign(new Error('later'), { code: 'EENVELOPE', responseCode: 451 });
    if (this.mood === 'refuses') {
      this.refused.add(subject);
      throw Object.assign(new Error('never'), { code: 'EENVELOPE', responseCode: 550 });
    }
    if (this.nowMin >= (this.expiresMin.get(subject) ?? Number.POSITIVE_INFINITY))
      this.wrong.push(`${subject} is sent too late`);
    const earlier = this.accepted.get(subject) ?? [];
    if (earlier.some(({ isDead }) => !isDead)) this.wrong.push(`${subject} is sent twice by the living`);
    this.accepted.set(subject, [...earlier, from]);
  }
}

/** A process that may be made to die after some more steps: nothing of it goes on then. */
class Mortal {
  readonly queue: MailQueue;
  readonly #world: World;
  #listener: Listener | undefined;
  #underWay = new Set<Promise<unknown>>();
  #stepsLeft = Number.POSITIVE_INFINITY;
  readonly #death = Promise.withResolvers<void>();
  isDead = false;

  constructor(world: World) {
    this.#world = world;
    this.queue = new MailQueue({
      encryption,
      from: 'Trellis <mail@example.com>',
      observe: (observation) => world.observations.push(observation),
      background: {
        run: (work) => {
          const running: Promise<unknown> = work().finally(() => this.#underWay.delete(running));
          this.#underWay.add(running);
        },
      },
      database: {
        listen: async (_channel, listener) => {
          this.#listener = listener;
        },
        asOwner: async (work) => {
          await this.#step();
          const result = await owner(work);
          await this.#step();
          return result;
        },
      },
      transport: {
        send: async (envelope) => {
          await this.#step();
          world.receive(envelope, this);
          await this.#step();
        },
        check: async () => {
          if (world.mood === 'is away') throw Object.assign(new Error('refused'), { code: 'ESOCKET' });
        },
        close: () => undefined,
      },
    });
  }

  doom(steps: number): void {
    this.#stepsLeft = steps;
  }

  async #step(): Promise<void> {
    if (this.isDead) await never;
    if (this.#stepsLeft-- > 0) return;
    this.isDead = true;
    this.queue.stop();
    this.#death.resolve();
    await never;
  }

  /** Does work that may not end, as the process dies in it. */
  async do(work: () => Promise<unknown>): Promise<void> {
    await Promise.race([work().then(() => this.#settle()), this.#death.promise]);
  }

  async #settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** As after a pause. */
  tick(): Promise<void> {
    return this.do(async () => {
      if (!this.#listener) await this.queue.start();
      this.#listener?.onMessage('');
    });
  }

  post(subject: string, { commits, delivers, lifetimeMin, topic }: Posting): Promise<void> {
    const mail = { to: 'ada@example.com', subject, text: 'secret', html: 'secret' };
    const letter = { kind: 'test', mail, topic, ...(lifetimeMin && { lifetimeSeconds: lifetimeMin * 60 }) };
    const world = this.#world;
    return this.do(async () => {
      const posted = await owner(async (transaction) => {
        const written = await this.queue.put(transaction, letter);
        if (!commits) throw new Error('rolled back');
        return written;
      }).catch((error: Error) => {
        if (error.message !== 'rolled back') throw error;
      });
      if (!posted) return void world.rolledBack.add(subject);
      world.committed.add(subject);
      if (lifetimeMin) world.expiresMin.set(subject, world.nowMin + lifetimeMin);
      if (delivers) await this.queue.deliver(posted);
    });
  }
}

interface Posting {
  readonly commits: boolean;
  /** Else the process dies, or is slow, right after the commit. */
  readonly delivers: boolean;
  readonly lifetimeMin: number | undefined;
  readonly topic: string | undefined;
}

async function pass(world: World, minutes: number): Promise<void> {
  world.nowMin += minutes;
  await owner((transaction) =>
    transaction.query({
      text: `update trellis_server.mails set due = due - make_interval(mins => $1),
        expires_at = expires_at - make_interval(mins => $1), give_up_at = give_up_at - make_interval(mins => $1),
        failed_at = failed_at - make_interval(mins => $1), created_at = created_at - make_interval(mins => $1)`,
      values: [minutes],
    }),
  );
}

const rowsLeft = () =>
  owner(async (transaction) => {
    const { rows } = await transaction.query<{ failed: boolean; sealed: string | null; id: string }>({
      text: 'select id, sealed, failed_at is not null as failed from trellis_server.mails',
    });
    return rows;
  });

const process = fc.nat(PROCESSES - 1);
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('post' as const),
      process,
      commits: fc.nat(9).map((one) => one > 0),
      delivers: fc.nat(4).map((one) => one > 0),
      lifetimeMin: fc.constantFrom(undefined, 60),
      topic: fc.constantFrom(undefined, undefined, 'one', 'other'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), process }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'tick all' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      minutes: fc.constantFrom(1, 3, 30, 90, DAY_MIN + 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mood' as const),
      mood: fc.constantFrom<Mood>('takes', 'postpones', 'refuses', 'is away'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('doom' as const), process, steps: fc.nat(7) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'retry' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'drop failed' as const }) },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

async function play(world: World, commands: readonly Command[]): Promise<void> {
  const processes = Array.from({ length: PROCESSES }, () => new Mortal(world));
  const alive = (at: number): Mortal => {
    let one = processes[at] as Mortal;
    if (one.isDead) one = processes[at] = new Mortal(world);
    return one;
  };
  const tickAll = () => Promise.all(processes.map((_one, at) => alive(at).tick()));
  for (const [at, one] of commands.entries()) {
    if (one.kind === 'post') await alive(one.process).post(`mail ${at}`, one);
    else if (one.kind === 'tick') await alive(one.process).tick();
    else if (one.kind === 'tick all') await tickAll();
    else if (one.kind === 'pass') await pass(world, one.minutes);
    else if (one.kind === 'mood') world.mood = one.mood;
    else if (one.kind === 'doom') alive(one.process).doom(one.steps);
    else if (one.kind === 'retry') await owner((transaction) => retryMails(transaction, undefined));
    else await owner((transaction) => dropMails(transaction, undefined));
  }
  // In the end, the mail server and the processes are well.
  world.mood = 'takes';
  for (let round = 0; round < 40; round++) {
    if ((await rowsLeft()).every(({ failed }) => failed)) break;
    await pass(world, 3);
    for (const one of processes) one.doom(Number.POSITIVE_INFINITY);
    await tickAll();
  }
  for (const one of processes) one.queue.stop();
}

test('every mail is sent once, or its end is known, whenever a process dies', async () => {
  const story = fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
    await owner((transaction) => transaction.query({ text: 'delete from trellis_server.mails' }));
    const world = new World();
    await play(world, commands);
    expect(world.wrong).toEqual([]);
    for (const subject of world.rolledBack) expect(world.accepted.has(subject)).toBe(false);
    const left = await rowsLeft();
    expect(left.filter(({ failed }) => !failed)).toEqual([]);
    // Who is not among the accepted was refused, gave way to a newer one, expired, or was given up: nobody is just gone.
    const others = [...world.committed].filter((one) => !world.accepted.has(one) && !world.refused.has(one));
    const unexplained = others.filter((one) => {
      const post = commands[Number(one.split(' ')[1])];
      return post?.kind === 'post' && post.topic === undefined && post.lifetimeMin === undefined;
    });
    const givenUp = world.observations.filter(({ kind }) => kind === 'mail-failed').length;
    expect(unexplained.length, unexplained.join()).toBeLessThanOrEqual(givenUp);
  });
  await fc.assert(story, { numRuns: 150 });
});
