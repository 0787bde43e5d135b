/** What every handler finds in its Hono context. */
import type { HttpBindings } from '@hono/node-server';

export interface HttpEnvironment {
  // Absent when a test calls the app without a socket.
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** Names this request in the log and in the `x-request-id` header of its answer. */
    requestId: string;
    /** Reads the body as text, where a protocol has said how. */
    body(): Promise<string>;
  };
}
