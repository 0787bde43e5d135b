/**
 * The HTTP server: how long it waits for whom, and how it stops. Connections are kept open between requests, so stopping
 * tells each with its next answer that it is the last one.
 */
import http, { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Observe } from '../observe/observation.ts';

const HEAD_TIMEOUT_MS = 20_000;
// Who has not read for so long will not read any more.
const UNREAD_TIMEOUT_MS = 30_000;
// A request may be on its way on a connection that looks idle: it gets this long to arrive.
const LAST_REQUEST_MS = 300;
const SWEEP_MS = 50;

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];

export interface HttpServer {
  /** @throws {Error} in a sentence for the operator */
  listen(host: string, port: number): Promise<void>;
  /** Takes no new connections, lets requests in flight finish, and closes what is left after so long. */
  close(timeoutMs: number): Promise<void>;
}

export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  observe: Observe,
): HttpServer {
  const answer = getRequestListener(fetch);
  let stopping = false;
  /** Decides when it is sent, not when it is begun, whether it is the last one of its connection. */
  class Answer extends ServerResponse {
    override writeHead(status: number, message?: string | Head, head?: Head): this {
      if (stopping) this.shouldKeepAlive = false;
      return super.writeHead(status, message as string, head);
    }
  }
  const settings = { headersTimeout: HEAD_TIMEOUT_MS, ServerResponse: Answer };
  const server = http.createServer(settings, (incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  server.setTimeout(UNREAD_TIMEOUT_MS, endIfUnread);

  return {
    listen: (host, port) => listen(server, host, port),
    close: async (timeoutMs) => {
      stopping = true;
      // Not the server's own way, which closes idle connections at once.
      const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
      let sweep: NodeJS.Timeout | undefined;
      const patience = setTimeout(() => {
        sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      }, LAST_REQUEST_MS);
      const force = setTimeout(() => {
        // Idle ones are closed by now: each that is left has a request in flight.
        server.getConnections((_error, requests) => observe({ kind: 'connections-cut', requests }));
        server.closeAllConnections();
      }, timeoutMs);
      await closed;
      clearTimeout(patience);
      clearInterval(sweep);
      clearTimeout(force);
    },
  };
}

/** Called when nothing went in or out of a connection for a while: work that takes long is no reason to end it. */
function endIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken: set PORT to a free one.`
          : `The server cannot listen on ${host}:${port} (${error.code}): check HOST and PORT.`;
      reject(new Error(problem, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}
