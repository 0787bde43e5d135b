/**
 * Sends a workspace's requests to Notion, in turn with other senders, and repeats them where that is safe. A
 * request refused for its rate did nothing and may be repeated. A write that met a server error may have been
 * done, and is never repeated here: its caller reads the page.
 */
import { type Client, isHTTPResponseError, RequestTimeoutError } from '@notionhq/client';
import { asOperator, dataError } from '../../_shared/data-api.ts';
import { NotionConnectionError, withNotion } from '../../_shared/notion/connection.ts';
import { isBlocked, retryAfterSeconds } from './rate-limits.ts';

const RETRIES_MS = [500, 1500, 4000];

export type StopReason =
  /** The time of this request is over before it is our turn: the rest comes later. */
  | 'limits'
  /** Notion refuses this connection's requests for good. */
  | 'blocked';

/** Nothing more can be asked for now, for this page or any other. */
export class NotionStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(`Notion takes no more requests: ${reason}.`, { cause });
    this.name = 'NotionStopped';
    this.reason = reason;
  }
}

/** A write that may have been done, or not. */
export class UncertainWrite extends Error {
  constructor(cause: unknown) {
    super('Notion did not say whether it was written.', { cause });
    this.name = 'UncertainWrite';
  }
}

export class NotionRequests {
  readonly #organizationId: string;
  readonly #deadline: number;

  /** @param deadline no wait lasts beyond it; in milliseconds since 1970 */
  constructor(organizationId: string, deadline: number) {
    this.#organizationId = organizationId;
    this.#deadline = deadline;
  }

  /** @throws {NotionStopped} @throws {NotionConnectionError} @throws what Notion's client throws */
  async read<T>(work: (notion: Client) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#inTurn(work);
      } catch (error) {
        const wait = RETRIES_MS[attempt];
        if (wait === undefined || !isTrouble(error)) throw error;
        await this.#wait(wait);
      }
    }
  }

  /** @throws {UncertainWrite} and as {@link read} */
  async write<T>(work: (notion: Client) => Promise<T>): Promise<T> {
    try {
      return await this.#inTurn(work);
    } catch (error) {
      throw isTrouble(error) ? new UncertainWrite(error) : error;
    }
  }

  async #inTurn<T>(work: (notion: Client) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        // Each request takes a turn, also one that is repeated with the next token.
        return await withNotion(this.#organizationId, async (notion) => {
          await this.#wait(await this.#takeTurn());
          return work(notion);
        });
      } catch (error) {
        if (isBlocked(error)) throw new NotionStopped('blocked', error);
        const seconds = retryAfterSeconds(error);
        if (seconds === undefined) throw error;
        await this.#pause(seconds);
      }
    }
  }

  async #wait(ms: number): Promise<void> {
    if (Date.now() + ms > this.#deadline) throw new NotionStopped('limits');
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  async #takeTurn(): Promise<number> {
    const { data, error } = await asOperator().rpc('take_notion_request', {
      organization_id: this.#organizationId,
    });
    if (error) throw dataError(error);
    return Number(data);
  }

  async #pause(seconds: number): Promise<void> {
    const { error } = await asOperator().rpc('pause_notion_requests', {
      organization_id: this.#organizationId,
      seconds,
    });
    if (error) throw dataError(error);
  }
}

/** Whether something broke on the way or at Notion, as opposed to an answer about the request. */
export function isTrouble(error: unknown): boolean {
  if (error instanceof NotionStopped || error instanceof NotionConnectionError) return false;
  if (RequestTimeoutError.isRequestTimeoutError(error)) return true;
  if (isHTTPResponseError(error)) return error.status >= 500;
  // Thrown by fetch.
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}
