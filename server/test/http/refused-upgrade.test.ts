/** A client that asks for a WebSocket at a wrong address gets an HTTP answer at once. */
// The same on every database: its subject is a socket that is refused.
import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();

test('a path without WebSockets answers 404 to one', async () => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const request = http.get(`${server().url}/storage/v1/websocket`, { headers });
  const [response] = await once(request, 'response');
  const body = JSON.parse(Buffer.concat(await response.toArray()).toString());
  expect([response.statusCode, body.error]).toEqual([404, 'Not Found']);
});
