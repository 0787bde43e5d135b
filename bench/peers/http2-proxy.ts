/**
 * A reverse proxy as operators put before the server: TLS with HTTP/2 for the browser, HTTP/1.1 to the server. Its
 * certificate is its own.
 */
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { pipeline } from 'node:stream';
import { generate } from 'selfsigned';

const BEHIND = new URL(String(process.env.ORIGIN));
// Those of the connection between two machines alone (RFC 9113, section 8.2.2).
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
const agent = new http.Agent({ keepAlive: true });

const proxy = http2.createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
  const headers = { ...forwarded(request.headers), host: request.authority || request.headers.host };
  const { method, url: path } = request;
  const { hostname, port } = BEHIND;
  const asked = http.request({ hostname, port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, forwarded(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  asked.on('error', () => response.destroy());
  pipeline(request, asked, () => undefined);
});

// WebSockets come over a connection of their own.
proxy.on('upgrade', (request: http.IncomingMessage, socket: net.Socket, head: Buffer) => {
  const behind = net.connect(Number(BEHIND.port), BEHIND.hostname);
  const lines = Array.from({ length: request.rawHeaders.length / 2 }, (_, at) =>
    request.rawHeaders.slice(2 * at, 2 * at + 2).join(': '),
  );
  behind.write(`${[`GET ${request.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  behind.write(head);
  pipeline(socket, behind, socket, () => undefined);
});

/** @returns headers that go on to the next machine */
function forwarded(headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)),
  );
}

proxy.listen(Number(process.env.PORT), '127.0.0.1', () => {
  // Asked whether the proxy is there, by one who does not know its certificate.
  http.createServer((_request, answer) => answer.end()).listen(Number(process.env.PROBE_PORT), '127.0.0.1');
});
