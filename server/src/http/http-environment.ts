/** The bindings and variables of every handler's Hono context. */
import type { HttpBindings } from '@hono/node-server';

export interface HttpEnvironment {
  // Absent when a test calls the app without a socket.
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** Names this request in the log and in the `x-request-id` header of its answer. */
    requestId: string;
    /** Reads the body as text, where a protocol has set it. */
    body(): Promise<string>;
  };
}
