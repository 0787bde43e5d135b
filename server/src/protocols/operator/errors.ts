/** Refusals to an operator, as `{ code, message }`. The message is a sentence for them. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const STATUS = {
  bad_request: 400,
  /** Whoever's it was: the app asks its holder to sign in again. */
  session_over: 401,
  not_found: 404,
  /** It is another than it was when the operator looked. */
  conflict: 409,
  not_possible: 422,
} as const satisfies Record<string, ContentfulStatusCode>;

export type OperatorErrorCode = keyof typeof STATUS;

export class OperatorError extends Error {
  readonly code: OperatorErrorCode;
  readonly status: ContentfulStatusCode;

  constructor(code: OperatorErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OperatorError';
    this.code = code;
    this.status = STATUS[code];
  }
}
