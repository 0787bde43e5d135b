/** A reverse proxy as it comes without the lines for WebSockets (nginx's default): an upgrade arrives as a plain request. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainProxy extends AsyncDisposable {
  readonly url: string;
  /** Until then it answers nothing. */
  leadTo(url: string): void;
  /** The requests for an upgrade so far. */
  upgrades(): number;
}

export async function startProxyWithoutWebSockets(): Promise<PlainProxy> {
  let target = '';
  let upgrades = 0;
  // Without a listener for upgrades, Node takes such a request as a plain one.
  const server = http.createServer((request, response) => {
    const { connection, upgrade, ...headers } = request.headers;
    if (upgrade !== undefined) upgrades++;
    const onward = http.request(new URL(request.url ?? '/', target), { method: request.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    leadTo: (url) => {
      target = url;
    },
    upgrades: () => upgrades,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
