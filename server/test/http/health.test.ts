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
