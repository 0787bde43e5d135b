/** Traces, as the rest of the server sees them; and what stands in where nobody collects any. */

export interface TracedRequest {
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
  /** @returns a header of the request */
  header(name: string): string | undefined;
}

export interface Tracing {
  /** A span around a request, within the trace that its `traceparent` names. @param statusOf the answer's status, once it is there */
  request(request: TracedRequest, work: () => Promise<void>, statusOf: () => number): Promise<void>;
  /** A span around a use of the database, within the request's. */
  database<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Sends what has yet to be sent. Never throws. */
  stop(): Promise<void>;
}

export const noTracing: Tracing = {
  request: (_request, work) => work(),
  database: (_name, work) => work(),
  stop: async () => undefined,
};
