/** The messages between the server and a function's process, beside the requests themselves. */

export type ToProcess = { readonly kind: 'ping' };

export type FromProcess =
  /** It listens. */
  | { readonly kind: 'ready' }
  /** The function's file cannot be loaded, or exports nothing that answers. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'pong' };

/** Set on an answer when the function threw instead of answering. The body holds the error. */
export const THROWN_HEADER = 'x-function-thrown';
