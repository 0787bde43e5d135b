/** The rights of a channel's caller on its topic, which the policies of `realtime.messages` give. On a public topic, everything is allowed. */
import type { Caller } from '../../../database/database.ts';
import type { ChannelPolicies, Extension } from '../contracts.ts';

/** The caller may not read; the message is for the client. */
export class UnauthorizedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnauthorizedError';
  }
}

type Answers = Partial<Record<Extension, boolean>>;

export class Access {
  readonly #policies: ChannelPolicies;
  readonly #topic: string;
  readonly #isPrivate: boolean;
  #caller: Caller | undefined;
  /** The questions so far, with their answers. */
  #reads: Answers = {};
  #writes: Answers = {};

  constructor(policies: ChannelPolicies, topic: string, isPrivate: boolean) {
    this.#policies = policies;
    this.#topic = topic;
    this.#isPrivate = isPrivate;
  }

  /** Why somebody may not enter. */
  get refusal(): string {
    return `You do not have permissions to read from this Channel topic: ${this.#topic}`;
  }

  mayRead(extension: Extension): boolean {
    return !this.#isPrivate || this.#reads[extension] === true;
  }

  /**
   * Asks what the caller may read, before the channel opens.
   * @throws {UnauthorizedError} when that is nothing
   */
  async enter(caller: Caller, extensions: readonly Extension[]): Promise<void> {
    this.#caller = caller;
    if (!this.#isPrivate) return;
    const reads = await this.#policies.read(caller, this.#topic, extensions);
    this.#reads = Object.fromEntries(extensions.map((extension) => [extension, reads[extension]]));
    if (!Object.values(this.#reads).includes(true)) throw new UnauthorizedError(this.refusal);
  }

  /**
   * Asks again, for a new token or as something may have changed.
   * @throws {UnauthorizedError} when less may be read than before
   */
  async confirm(caller: Caller): Promise<void> {
    const before = this.#reads;
    const asked = Object.keys(before) as Extension[];
    this.#writes = {};
    await this.enter(caller, asked);
    if (asked.some((extension) => before[extension] && !this.#reads[extension]))
      throw new UnauthorizedError(
        `You no longer have permission to read from this Channel topic: ${this.#topic}`,
      );
  }

  /** Asks whether presences may be read, if nobody has yet: the client did not enable them when it joined. */
  async enterPresence(): Promise<void> {
    const caller = this.#caller;
    if (!caller || !this.#isPrivate || this.#reads.presence !== undefined) return;
    const { presence } = await this.#policies.read(caller, this.#topic, ['presence']);
    this.#reads = { ...this.#reads, presence };
  }

  /** @returns at once, without a promise, when it is known */
  mayWrite(extension: Extension): boolean | Promise<boolean> {
    if (!this.#isPrivate) return true;
    return this.#writes[extension] ?? this.#askToWrite(extension);
  }

  async #askToWrite(extension: Extension): Promise<boolean> {
    const asked = this.#caller;
    if (!asked) return false;
    const answer = await this.#policies.write(asked, this.#topic, extension);
    if (asked === this.#caller) this.#writes[extension] = answer;
    return answer;
  }
}
