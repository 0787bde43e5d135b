/** Faults of the stand-in Notion, made when a test asks for them: the next matching request meets the fault. */
import type { MiddlewareHandler } from 'hono';

export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  /** Replaces the answer; the request does nothing. 'hang' never answers. */
  readonly instead?: (() => Response | Promise<Response>) | 'hang';
  /** Runs first, while the request waits. */
  readonly meanwhile?: () => Promise<unknown>;
  /** Replaces the answer after everything was done. */
  readonly afterwards?: (answer: Response) => Response | Promise<Response>;
}

export class Faults {
  readonly #waiting: Fault[] = [];

  /** Each fault is met once. */
  next(...faults: readonly Fault[]): void {
    this.#waiting.push(...faults);
  }

  /** @throws {Error} when a fault was never met: the test's case did not happen */
  expectNone(): void {
    const left = this.#waiting.splice(0);
    if (left.length > 0) throw new Error(`${left.length} faults were not met: ${left[0]?.path}`);
  }

  readonly middleware: MiddlewareHandler = async (context, next) => {
    const at = this.#waiting.findIndex(
      ({ method, path }) => method === context.req.method && path.test(context.req.path),
    );
    const [fault] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (fault?.instead === 'hang') return new Promise<Response>(() => undefined);
    if (fault?.instead) return fault.instead();
    await fault?.meanwhile?.();
    await next();
    if (fault?.afterwards) context.res = await fault.afterwards(context.res);
    return undefined;
  };
}
