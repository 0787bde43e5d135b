import { once } from 'node:events';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HttpConnection } from './http-connection.ts';

let server: net.Server | undefined;
afterEach(() => server?.close());

/** A server that answers each request with these bytes, one write for each. */
async function answering(...writes: string[]): Promise<{ connection: HttpConnection; asked: string[] }> {
  const asked: string[] = [];
  server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', async (request) => {
      asked.push(request.toString('utf8'));
      for (const write of writes) {
        if (write === 'bye') socket.destroy();
        else await new Promise((resolve) => socket.write(write, resolve));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const connection = new HttpConnection(`http://127.0.0.1:${port}`);
  await connection.awake();
  return { connection, asked };
}

test('sends the request of an HTTP client, and reads a body by its length', async () => {
  const { connection, asked } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n[ö]');
  const headers = connection.headers({ accept: '*/*' });
  expect(await connection.send('PATCH', '/a?b=c', headers, '{"ö":1}')).toBe('[ö]');
  expect(asked[0]).toMatch(
    /^PATCH \/a\?b=c HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\naccept: \*\/\*\r\ncontent-length: 8\r\n\r\n\{"ö":1\}$/,
  );
  expect(await connection.send('GET', '/', headers, '')).toBe('[ö]');
  await connection.close();
});

test('waits for all of an answer that comes in pieces', async () => {
  const { connection } = await answering(
    'HTTP/1.1 201 Cre',
    'ated\r\ncontent-length: 6\r\n\r',
    '\n12',
    '3456',
  );
  expect(await connection.send('POST', '/', connection.headers({}), 'x')).toBe('123456');
  await connection.close();
});

test('joins chunks', async () => {
  const { connection } = await answering(
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nab',
    'c\r\nA\r\n0123456789\r\n',
    '0\r\n\r\n',
  );
  expect(await connection.send('GET', '/', connection.headers({}), '')).toBe('abc0123456789');
  await connection.close();
});

test('fails with the server’s words', async () => {
  const { connection } = await answering('HTTP/1.1 503 No\r\ncontent-length: 4\r\n\r\nbusy');
  await expect(connection.send('GET', '/', '', '')).rejects.toThrow('The server answered 503: busy');
  await connection.close();
});

test('fails when the server hangs up, and connects once more when it is awoken', async () => {
  const { connection, asked } = await answering('bye');
  await expect(connection.send('GET', '/', '', '')).rejects.toThrow('closed the connection');
  await expect(connection.send('GET', '/', '', '')).rejects.toThrow('closed the connection');
  expect(asked).toHaveLength(1);
  await connection.awake();
  await expect(connection.send('GET', '/', '', '')).rejects.toThrow('closed the connection');
  expect(asked).toHaveLength(2);
});
