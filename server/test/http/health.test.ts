import { expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();

test('says that it is well', async () => {
  const response = await fetch(`${server().url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
});

test('tells a browser where to connect', async () => {
  const response = await fetch(`${server().url}/config.json`);
  expect(await response.json()).toEqual({
    supabaseUrl: server().config.siteUrl,
    supabasePublishableKey: server().secrets.publishableKey,
  });
});

test.each(['/functions/v1/nothing/status', '/storage/v1/bucket', '/realtime/v1/websocket'])(
  '%s, which is not there, says so to a client on another origin',
  async (path) => {
    const response = await fetch(`${server().url}${path}`, { headers: { origin: 'http://localhost:1' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const answer = await response.json();
    expect(answer).toMatchObject({ code: 'NOT_FOUND' });
    expect(answer).not.toHaveProperty('error');
  },
);
