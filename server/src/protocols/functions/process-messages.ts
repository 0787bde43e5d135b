/** What the server and a function's process say to each other, beside the requests themselves. */

export type ToProcess = { readonly kind: 'ping' };

export type FromProcess =
  /** It listens. */
  | { readonly kind: 'ready' }
  /** The function's file cannot be loaded, or exports nothing that answers. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'pong' };

/** On an answer that the function did not give: it threw. The body says what. */
export const THROWN_HEADER = 'x-function-thrown';
