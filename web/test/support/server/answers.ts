/**
 * The server, as far as a test says what it answers: at the network's edge, where the app's own clients ask. A request
 * that no answer is given for fails, and fails its test.
 */
import { expect } from 'vitest';

export interface Asked {
  readonly method: string;
  /** It includes the query that belongs to it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Parsed JSON, the bytes of a picture, or the text of anything else; undefined without a body. */
  readonly body: unknown;
}

/** @returns the answer, or undefined for another's request; an error it throws is a broken connection */
export type Answerer = (asked: Asked) => Response | undefined | Promise<Response | undefined>;

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });
export const noContent = (): Response => new Response(null, { status: 204 });
/** A failure that no part of Trellis has written. */
export const broken = (): Response => new Response('Oops', { status: 500 });

/** An answer that never comes. */
export const never = (): Promise<Response> => new Promise(() => {});
/** A connection that breaks before the answer. */
export const cut = (): never => {
  throw new TypeError('Failed to fetch');
};

/** @param request the method and the path without its query: `POST /auth/v1/token` */
export function on(request: string, answer: Answerer): Answerer {
  return (asked) => (`${asked.method} ${asked.path}` === request ? answer(asked) : undefined);
}

export class Answers {
  #answerers: readonly Answerer[] = [];
  readonly #unexpected: string[] = [];
  readonly #urls = new Set<string>();
  readonly #ending = new AbortController();
  /** Everything that was asked so far. */
  readonly asked: Asked[] = [];

  /** From now on, before all that was said until now. @returns the way to take it back */
  say(...answerers: readonly Answerer[]): () => void {
    this.#answerers = [...answerers, ...this.#answerers];
    return () => {
      this.#answerers = this.#answerers.filter((one) => !answerers.includes(one));
    };
  }

  /** At the end of a test. */
  expectNoneUnexpected(): void {
    expect(this.#unexpected, 'requests that no answer was given for').toEqual([]);
  }

  /** From now on nothing is answered, and who waits for an answer is told so: as if the page was closed. */
  end(): void {
    this.#ending.abort();
  }

  hasAsked(request: Request): boolean {
    const { pathname, search } = new URL(request.url);
    return this.#urls.has(`${request.method} ${pathname}${search}`);
  }

  async answer(request: Request): Promise<Response> {
    const { signal } = this.#ending;
    signal.throwIfAborted();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end);
    try {
      return await Promise.race([this.#answer(request), ended]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    this.#urls.add(`${request.method} ${pathname}${search}`);
    const asked: Asked = {
      method: request.method,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await bodyOf(request),
    };
    this.asked.push(asked);
    for (const answer of this.#answerers) {
      const answered = await answer(asked);
      if (answered) return answered;
      request.signal.throwIfAborted();
    }
    this.#unexpected.push(`${asked.method} ${pathname}?${searchParams}`);
    throw new TypeError(`No answer is given for ${asked.method} ${pathname}`);
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('image/')) return request.blob();
  const text = await request.text();
  if (text === '') return undefined;
  return request.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}
