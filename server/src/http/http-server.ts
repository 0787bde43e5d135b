/**
 * The HTTP server: its timeouts, and how it stops. Connections stay open between requests, so a stopping server
 * closes each one with its next answer. Upgraded ones hear from their handlers that the server stops.
 */
import http, { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Observe } from '../observe/observation.ts';
import { type UpgradeHandler, Upgrades } from './upgrades.ts';

const HEAD_TIMEOUT_MS = 20_000;
// A client that has not read for this long has stopped reading.
const UNREAD_TIMEOUT_MS = 30_000;
// A request may be on its way on a connection that looks idle: it gets this long to arrive.
const LAST_REQUEST_MS = 300;
const SWEEP_MS = 50;

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];

export interface HttpServer {
  /** Connects WebSockets at a path. The handler's connections end with the server. */
  onUpgrade(path: string, handler: UpgradeHandler): void;
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
  /** Decides when the head is sent, not when the request begins, whether to keep the connection alive. */
  class Answer extends ServerResponse {
    override writeHead(status: number, message?: string | Head, head?: Head): this {
      if (stopping) this.shouldKeepAlive = false;
      return super.writeHead(status, message as string, head);
    }
  }
  const upgrades = new Upgrades(observe);
  const settings: http.ServerOptions<typeof http.IncomingMessage, typeof Answer> = {
    headersTimeout: HEAD_TIMEOUT_MS,
    ServerResponse: Answer,
    shouldUpgradeCallback: (request) => upgrades.takes(request),
  };
  const server = http.createServer(settings, (incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  server.on('upgrade', (request, socket, head) => upgrades.attach(request, socket, head));
  server.setTimeout(UNREAD_TIMEOUT_MS, endIfUnread);

  return {
    onUpgrade: (path, handler) => upgrades.handle(path, handler),
    listen: (host, port) => listen(server, host, port),
    close: async (timeoutMs) => {
      stopping = true;
      // Not http.Server's close(), which closes idle connections at once.
      const closed = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
      upgrades.stop();
      let sweep: NodeJS.Timeout | undefined;
      const patience = setTimeout(() => {
        sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      }, LAST_REQUEST_MS);
      const force = setTimeout(() => {
        // Idle connections are closed by now, so each one left has a request in flight, or was upgraded.
        server.getConnections((_error, requests) => observe({ kind: 'connections-cut', requests }));
        server.closeAllConnections();
        upgrades.cut();
      }, timeoutMs);
      await closed;
      clearTimeout(patience);
      clearInterval(sweep);
      clearTimeout(force);
    },
  };
}

/** Called when a connection was silent for a while. The work may be slow, so only an unread answer ends it. */
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
