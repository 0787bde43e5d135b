/**
 * Sends every mail of the server. A mail is written in the transaction that it belongs to, sent at once after the commit, and
 * tried again with growing pauses for a day when the mail server does not take it. Any process on the database goes on with
 * the mails of one that died. Two never send the same mail, except where one dies, or loses the database, after the mail
 * server took the mail and before that is noted: the mail then comes twice, with the same Message-ID.
 */
import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '../../database/database.ts';
import type { Encryption } from '../../encryption/encryption.ts';
import type { Background } from '../../http/background.ts';
import type { Observe } from '../../observe/observation.ts';
import type { Letter, Mail } from '../mail.ts';
import { explainProblem, kindOfProblem } from '../transport/mail-problem.ts';
import { SEND_LIMIT_MS, type Transport } from '../transport/transport.ts';
import {
  deleteTaken,
  failTaken,
  forgetOld,
  holdMail,
  insertMail,
  LEASE_S,
  nextDueMs,
  postponeTaken,
  type TakenMail,
  takeMail,
} from './mail-store.ts';
import { messageIdOf } from './message-id.ts';
import { pauseSeconds } from './pauses.ts';
import { seal, unseal } from './sealed-mail.ts';

/** How many mails are sent at once beside those of requests that wait for them. */
const SENDERS = 3;
const LONGEST_SLEEP_MS = 60_000;
const LEAST_SLEEP_MS = 100;
/** While the mail server is away, it is asked again this often, not by every mail. */
const AWAY_MS = 30_000;
const CHANNEL = 'mails_due';

export type Outcome =
  | { readonly kind: 'sent' }
  /** It is tried again later. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** A mail that this process has taken. Send it once its transaction has committed. */
export interface PostedMail extends Omit<TakenMail, 'sealed' | 'is_void'> {
  readonly mail: Mail;
  readonly takenAt: number;
}

const PATIENCE_MS = LEASE_S * 1000 - 1.5 * SEND_LIMIT_MS;

export interface MailQueueNeeds {
  readonly database: Pick<Database, 'asOwner' | 'listen'>;
  readonly encryption: Encryption;
  readonly transport: Transport;
  readonly background: Pick<Background, 'run'>;
  readonly observe: Observe;
  readonly from: string;
}

export class MailQueue {
  readonly #needs: MailQueueNeeds;
  #timer: NodeJS.Timeout | undefined;
  #awayUntil = -Infinity;
  #problem: string | undefined;
  #isRunning = false;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(needs: MailQueueNeeds) {
    this.#needs = needs;
  }

  /** Goes on with what waits in the database, and with what other processes leave there. */
  async start(): Promise<void> {
    await this.#needs.database.listen(CHANNEL, {
      onMessage: () => {
        this.#awayUntil = -Infinity;
        this.#wake();
      },
      onConnection: (connected) => {
        if (connected) this.#wake();
      },
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Sentences for the operator; none while the mail server takes mails. */
  warnings(): readonly string[] {
    return this.#problem === undefined ? [] : [`No mail goes out: ${this.#problem}`];
  }

  /** Says in the log whether the mail server can be used. */
  async check(): Promise<void> {
    try {
      await this.#needs.transport.check();
      this.#isBack();
    } catch (error) {
      this.#isAway(error);
    }
  }

  /**
   * Writes a mail.
   * @throws {import('./mail-store.ts').TooManyMailsError}
   */
  async put(transaction: Transaction, { kind, mail, topic, lifetimeSeconds }: Letter): Promise<PostedMail> {
    const [id, taker] = [randomUUID(), randomUUID()];
    const sealed = seal(this.#needs.encryption, id, mail);
    await insertMail(transaction, { id, kind, topic, sealed, lifetimeSeconds }, taker);
    return { id, taker, kind, mail, tries: 0, created_at: new Date(), takenAt: performance.now() };
  }

  /** Takes a mail back that is not being sent. */
  async withdraw(transaction: Transaction, posted: PostedMail): Promise<void> {
    await deleteTaken(transaction, posted);
  }

  /**
   * Sends a mail whose transaction has committed, and never throws. A refused mail leaves nothing but its outcome,
   * which its author gets. While the mail server is away, the mail only waits.
   */
  async deliver(posted: PostedMail): Promise<Outcome> {
    try {
      if (performance.now() < this.#awayUntil) {
        await this.#postpone(posted, undefined);
        this.#sleep();
        return { kind: 'waiting' };
      }
      const outcome = await this.#try(posted, { keeps: false });
      if (outcome.kind === 'waiting') this.#sleep();
      return outcome;
    } catch (error) {
      // The database does not answer: the mail is taken again when its time is over.
      this.#needs.observe({ kind: 'background-failed', error });
      return { kind: 'waiting' };
    }
  }

  /** @returns false when another process may have it by now */
  async #holds(posted: PostedMail): Promise<boolean> {
    return performance.now() - posted.takenAt < PATIENCE_MS || this.#owner((it) => holdMail(it, posted));
  }

  #wake(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#isAskedAgain = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#needs.background.run(async () => {
      try {
        while (this.#isAskedAgain && !this.#isStopped) {
          this.#isAskedAgain = false;
          if (await this.#isReachable())
            await Promise.all(Array.from({ length: SENDERS }, () => this.#sendDue()));
        }
        if (performance.now() >= this.#awayUntil) this.#isBack();
        await this.#owner(forgetOld);
      } finally {
        this.#isRunning = false;
        this.#sleep();
      }
    });
  }

  /** While the mail server is away, it is asked itself before mails are tried again. */
  async #isReachable(): Promise<boolean> {
    if (performance.now() < this.#awayUntil) return false;
    if (this.#problem === undefined) return true;
    return this.#needs.transport.check().then(
      () => true,
      (error: unknown) => {
        this.#isAway(error);
        return false;
      },
    );
  }

  /** Wakes up when the next mail is due. */
  #sleep(): void {
    if (this.#isStopped || this.#isRunning) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake(), LONGEST_SLEEP_MS).unref();
    this.#needs.background.run(async () => {
      const ms = await this.#owner(nextDueMs);
      if (ms === undefined || ms >= LONGEST_SLEEP_MS || this.#isStopped || this.#isRunning) return;
      clearTimeout(this.#timer);
      const pause = Math.max(ms, this.#awayUntil - performance.now(), LEAST_SLEEP_MS);
      this.#timer = setTimeout(() => this.#wake(), pause).unref();
    });
  }

  async #sendDue(): Promise<void> {
    while (!this.#isStopped && performance.now() >= this.#awayUntil) {
      const takenAt = performance.now();
      const taken = await this.#owner((it) => takeMail(it, randomUUID()));
      if (!taken) return;
      const mail = this.#open(taken);
      if (typeof mail === 'string') {
        await this.#owner((it) => deleteTaken(it, taken));
        this.#needs.observe({ kind: 'mail-dropped', mail: taken.kind, id: taken.id, reason: mail });
        continue;
      }
      await this.#try({ ...taken, mail, takenAt }, { keeps: true });
    }
  }

  /** @returns why it cannot be sent, else the mail */
  #open({ id, sealed, is_void: isVoid }: TakenMail): Mail | string {
    if (isVoid) return 'Its link works no more.';
    if (sealed === null) return 'Nothing is left to send.';
    try {
      return unseal(this.#needs.encryption, id, sealed);
    } catch {
      return 'It was encrypted with another ENCRYPTION_KEY.';
    }
  }

  /** @param keeps whether the operator may have a mail that fails for good tried again */
  async #try(posted: PostedMail, { keeps }: { readonly keeps: boolean }): Promise<Outcome> {
    const { id, kind, mail, created_at: date } = posted;
    const { transport, from, observe } = this.#needs;
    if (!(await this.#holds(posted))) return { kind: 'waiting' };
    try {
      await transport.send({ mail, messageId: messageIdOf(id, from), date });
    } catch (error) {
      return this.#note(posted, error, keeps);
    }
    observe({ kind: 'mail-sent', mail: kind, id });
    this.#isBack();
    await this.#owner((it) => deleteTaken(it, posted)).catch((error: unknown) =>
      // It went out, whatever the database says: it may come twice.
      observe({ kind: 'background-failed', error }),
    );
    return { kind: 'sent' };
  }

  async #note(posted: PostedMail, error: unknown, keeps: boolean): Promise<Outcome> {
    const { id, kind: mail } = posted;
    const problem = kindOfProblem(error);
    const tells = explainProblem(error);
    if (problem === 'refused') {
      this.#needs.observe({ kind: 'mail-failed', mail, id, error });
      await this.#owner((it) => failTaken(it, posted, { problem: tells, keeps }));
      return { kind: 'refused', error };
    }
    if (problem === 'away') this.#isAway(error);
    const waits = await this.#postpone(posted, tells);
    this.#needs.observe(
      waits ? { kind: 'mail-postponed', mail, id, problem: tells } : { kind: 'mail-failed', mail, id, error },
    );
    return { kind: 'waiting' };
  }

  #postpone(posted: PostedMail, problem: string | undefined): Promise<boolean> {
    const pause = { pauseSeconds: pauseSeconds(problem === undefined ? 0 : posted.tries), problem };
    return this.#owner((it) => postponeTaken(it, posted, pause));
  }

  #isAway(error: unknown): void {
    const problem = explainProblem(error);
    this.#awayUntil = performance.now() + AWAY_MS;
    if (this.#problem !== problem) this.#needs.observe({ kind: 'mail-server-away', advice: problem, error });
    this.#problem = problem;
  }

  #isBack(): void {
    this.#awayUntil = -Infinity;
    if (this.#problem !== undefined) this.#needs.observe({ kind: 'mail-server-back' });
    this.#problem = undefined;
  }

  #owner<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#needs.database.asOwner(work);
  }
}
